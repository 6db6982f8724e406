"""One face over both engines: load a game, play a match, see what a seat may see."""

from ruledsl.engine.check import Flaw
from ruledsl.engine.errors import IllegalMove, ReplayError
from ruledsl.engine.game import Game, OptionInfo, load
from ruledsl.engine.log import Event
from ruledsl.engine.match import Decision, History, Match, Move
from ruledsl.engine.moves import Choice
from ruledsl.engine.replay import replay
from ruledsl.engine.view import CardView, VariableView, View, ZoneView
from ruledsl.engine.why import Reason
from ruledsl.ir.fault import RulesFault

__all__ = [
    "CardView",
    "Choice",
    "Decision",
    "Event",
    "Flaw",
    "Game",
    "History",
    "IllegalMove",
    "Match",
    "Move",
    "OptionInfo",
    "Reason",
    "ReplayError",
    "RulesFault",
    "VariableView",
    "View",
    "ZoneView",
    "load",
    "replay",
]
