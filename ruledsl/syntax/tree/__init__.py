"""The syntax tree: what was written, with its places, and nothing that has to be looked up.

Every node has a `span`. Tags (`@SE-012`) and comments are not in the tree: they belong to lines (`Tree.tags`, `Tree.comments`).
Structure is compared with `same`, which ignores spans.
"""

from ruledsl.syntax.tree.boards import *  # noqa: F403
from ruledsl.syntax.tree.cards import *  # noqa: F403
from ruledsl.syntax.tree.declarations import *  # noqa: F403
from ruledsl.syntax.tree.expressions import *  # noqa: F403
from ruledsl.syntax.tree.node import *  # noqa: F403
from ruledsl.syntax.tree.statements import *  # noqa: F403
from ruledsl.syntax.tree.tests import *  # noqa: F403
from ruledsl.syntax.tree.whole import *  # noqa: F403
