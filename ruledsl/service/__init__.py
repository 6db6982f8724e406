"""Questions about rules texts, for editors of any kind: what is wrong, what may be written here, what is this. No editor is in it.

Places are `Span`s: lines and columns from 1, in characters.
"""

from ruledsl.service.workspace import Document, Workspace

__all__ = ["Document", "Workspace"]
