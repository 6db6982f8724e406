"""The page on paper, by WeasyPrint."""

from __future__ import annotations

from ruledsl_tools.failure import Failure


def printed(page: str) -> bytes:
    """A page as PDF; Failure where there is nothing to print it with."""
    try:
        from weasyprint import HTML
    except ImportError:
        raise Failure("PDF needs WeasyPrint: `pip install 'ruledsl[pdf]'`; or write .html, which any browser prints", 1) from None
    except OSError as error:  # it is there, and the libraries of the system that it calls are not
        raise Failure(f"WeasyPrint needs the library Pango ({str(error).splitlines()[0]}); or write .html, which any browser prints", 1) from None
    return bytes(HTML(string=page).write_pdf())
