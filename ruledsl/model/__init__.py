"""From trees to the checked model."""

from ruledsl.model.check import check
from ruledsl.model.model import Model

__all__ = ["Model", "check"]
