"""`ruledsl play --screen`: the whole terminal as a table, with what lies there, one's own hand, what happened and the moves in panes."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from prompt_toolkit import ANSI
from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.data_structures import Point
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import StyleAndTextTuples, to_formatted_text
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout.containers import ConditionalContainer, DynamicContainer, Float, FloatContainer, HSplit, VSplit, Window
from prompt_toolkit.layout.controls import BufferControl, FormattedTextControl
from prompt_toolkit.layout.dimension import Dimension
from prompt_toolkit.layout.layout import Layout
from prompt_toolkit.layout.menus import CompletionsMenu
from prompt_toolkit.layout.processors import BeforeInput
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.styles import DummyStyle

from ruledsl_tools import stopping
from ruledsl_tools.failure import Failure
from ruledsl_tools.play import answers, console
from ruledsl_tools.play.clock import spoken
from ruledsl_tools.play.complete import fits
from ruledsl_tools.play.prompt import PLAIN_AGAIN, Beside, LineCompleter, left, restore_when_ended, ringing
from ruledsl_tools.play.screen import Screen, around
from ruledsl_tools.terminal import Style, columns, wrap

if TYPE_CHECKING:
    from ruledsl.engine import Choice
    from ruledsl_tools.play.session import Session

NARROW, LOW = 40, 12
"""A table needs so many columns and lines."""
BESIDE = 76
"""From so many columns on, what happened and the moves stand beside the table, not below it."""
MANY = 1000
"""So many of the last events can be looked at."""
AROUND = 6
"""Lines above and below a table, at least: its heading, two rules, the question, what can be pressed, and the line that is typed."""
LISTED = 500
"""No more moves stand in the pane at once; what is typed makes them fewer."""
ENTER, LEAVE = b"\x1b[?1049h\x1b[2J\x1b[H", b"\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?1049l"
KEYS = "arrows and Enter or a click: a move; typing narrows; PageUp: earlier; help"

PAGES = "Enter: the table; PageDown: what stands below"


class OneScreen(Vt100_Output):
    """Many prompts, one after the other, on one screen that is entered and left once."""

    def enter_alternate_screen(self) -> None:
        self.write_raw("\x1b[H")

    def quit_alternate_screen(self) -> None:
        pass


class PanesConsole:
    """A person who sees the whole table at once. What is said for long takes the table's place until Enter is pressed."""

    private = True
    timed = True

    def __init__(self, style: Style, beside: Callable[[], object]):
        """`beside` is done once, while the first line is being typed."""
        self.style = style
        self._beside = Beside(beside)
        self._output = OneScreen.from_pty(sys.stdout)
        size = self._output.get_size()
        if size.columns < NARROW or size.rows < LOW:
            raise Failure(f"--screen needs a terminal of {NARROW} columns and {LOW} lines; this one has {size.columns} and {size.rows}")
        self._histories: dict[str, InMemoryHistory] = {}
        self._said: list[str] = []
        self._back = 0
        self._picked: int | None = None
        self._session: Session | None = None
        self._whole = False
        self._buffer = Buffer()
        restore_when_ended(LEAVE)
        stopping.leaving(LEAVE + PLAIN_AGAIN)
        self._raw(ENTER)

    # ---- what a session asks of a console ----------------------------------------------------

    def show(self, text: str) -> None:
        self._said += text.split("\n")

    def lay(self, session: Session) -> None:
        """The table as it is now."""
        self._session, self._back, self._picked, self._whole = session, 0, None, session.whole
        self._table.cache_clear()
        self._happened.cache_clear()

    def ask(self, prompt: str, who: str, complete: console.Completer, seconds: float | None = None) -> str | None:
        self._buffer = Buffer(completer=LineCompleter(complete), history=self._histories.setdefault(who, InMemoryHistory()), multiline=False)
        end = None if seconds is None else time.monotonic() + seconds
        application = self._application(prompt, end)
        line: str | None = application.run(pre_run=None if end is None else ringing(end))
        self._said.clear()
        self._raw(f"\x1b[{self._output.get_size().rows};1H\x1b[2K…\r".encode())
        if line:
            self._buffer.history.append_string(line)
        return line

    def hand_over(self, message: str) -> None:
        self._said.clear()
        self._session = None
        self._buffer = Buffer(multiline=False)
        self._application(message, None).run()

    def leave(self) -> None:
        """Give the terminal back, with the last that was said."""
        self._raw(LEAVE)
        for line in self._said:
            print(self.style.plain(line))

    def _raw(self, codes: bytes) -> None:
        self._output.write_raw(codes.decode())
        self._output.flush()

    # ---- panes -------------------------------------------------------------------------------

    def _application(self, prompt: str, end: float | None) -> Application[str | None]:
        entry = Window(BufferControl(self._buffer, [BeforeInput(lambda: self._dressed(prompt))]), height=1)
        page, beside, below = self._page(), self._panes(True), self._panes(False)  # the mouse finds only what stays the same
        body = HSplit([
            DynamicContainer(lambda: page if self._covers else beside if self._right < self._left else below),
            self._window(self._below, dont_extend_height=True),
            ConditionalContainer(self._window(lambda: [spoken(left(end or 0))], height=1), Condition(lambda: end is not None)),
            entry,
        ])  # fmt: skip
        return Application(
            Layout(FloatContainer(body, [Float(CompletionsMenu(max_height=8), xcursor=True, ycursor=True)]), entry),
            key_bindings=self._keys(), full_screen=True, mouse_support=True, output=self._output,
            style=None if self.style.colour else DummyStyle(), refresh_interval=1 if end is not None else None, after_render=self._beside,
        )  # fmt: skip

    def _below(self) -> list[str]:
        """What was said last, or else what can be pressed."""
        if self._covers or not self._said:
            return [self.style.paint(PAGES if self._covers else KEYS, "dim")] * (self._session is not None)
        return self._said

    @property
    def _covers(self) -> bool:
        """Is so much said that it takes the place of the table?"""
        return len(self._said) > self._output.get_size().rows // 4

    def _page(self) -> Window:
        return self._window(lambda: self._said, at=lambda: min(self._back, len(self._said) - 1))

    def _panes(self, beside: bool) -> HSplit | Window:
        """The table, and beside it or below it the moves."""
        session = self._session
        if session is None:
            return Window()
        rule = Window(char="─" if self.style.unicode else "-", height=1)
        table = [self._window(lambda: self._table(self._left)[0]), rule, self._window(lambda: self._table(self._left)[1], dont_extend_height=True)]
        log = self._window(lambda: self._happened(self._right), at=lambda: max(0, len(self._happened(self._right)) - 1 - self._back))
        moves = Window(FormattedTextControl(self._moves, get_cursor_position=self._place), wrap_lines=False)
        heading = self._window(lambda: [session.screen.heading(session.match.view(session.viewer))], height=1)
        question = self._window(lambda: self._question(session), dont_extend_height=True)
        if not beside:
            return HSplit([heading, *table, rule, question, moves])
        side = Window(char="│" if self.style.unicode else "|", width=1)
        right = HSplit([log, rule, moves], width=lambda: Dimension.exact(self._right))
        return HSplit([heading, VSplit([HSplit(table), side, right]), rule, question])

    def _question(self, session: Session) -> list[str]:
        return [*wrap(session.question(), self.style.width).split("\n"), *answers.meanwhile(session)] if session.asks else []

    def _window(self, lines: Any, at: Any = None, **how: Any) -> Window:
        """Lines; scrolled so that line `at` is seen."""

        def shown() -> StyleAndTextTuples:
            return self._dressed("\n".join(lines()))

        place = None if at is None else lambda: Point(0, at())
        return Window(FormattedTextControl(shown, get_cursor_position=place), wrap_lines=True, **how)

    def _dressed(self, text: str) -> StyleAndTextTuples:
        return to_formatted_text(ANSI(self.style.plain(text)))

    @property
    def _right(self) -> int:
        """Columns of what stands at the right."""
        width = self._output.get_size().columns
        return max(30, width * 2 // 5) if width >= BESIDE else width

    @property
    def _left(self) -> int:
        width = self._output.get_size().columns
        return width - self._right - 1 if width >= BESIDE else width

    @lru_cache(maxsize=4)  # noqa: B019 (one console lives as long as the process)
    def _table(self, width: int) -> tuple[list[str], list[str]]:
        """The table but for the viewer's seat, and that seat."""
        session = self._session
        assert session is not None
        style = Style(self.style.colour, self.style.unicode, width)
        view = session.match.view(session.viewer)
        ended = answers.result(session) if session.match.over else []
        for brief in (False, True):
            screen = Screen(session.match.program, style, session.strangers, brief and not self._whole)
            seats = [screen.seat(view, seat, self._whole) for seat in around(len(view.seats), view.player)]
            mine = seats.pop() if view.player else []
            others = [*screen.middle(view, self._whole), *(line for lines in seats for line in lines), *ended]
            if len(others) + len(mine) <= self._output.get_size().rows - AROUND:
                break
        return others, mine

    @lru_cache(maxsize=4)  # noqa: B019
    def _happened(self, width: int) -> list[str]:
        """All that happened, as far as the viewer may know it."""
        session = self._session
        assert session is not None
        style = Style(self.style.colour, self.style.unicode, width)
        return Screen(session.match.program, style, session.strangers).events(answers.happened(session), most=MANY)

    # ---- moves -------------------------------------------------------------------------------

    def _options(self) -> list[tuple[int, Choice]]:
        """The options that what is typed could mean, or all, by their numbers."""
        session, typed = self._session, self._buffer.text.strip()
        if session is None or session.match.over or session.stuck:
            return []
        every = list(enumerate(session.options, 1))
        return [one for one in every if fits(typed, one[1])] or every if typed else every

    def _moves(self) -> StyleAndTextTuples:
        assert self._session is not None
        options = self._options()
        sign = "" if self._session.bare_numbers else "#"
        pieces: StyleAndTextTuples = []
        for place, (number, option) in enumerate(options[:LISTED]):
            style = "reverse" if place == self._picked else ""
            text = self.style.plain(f"{sign}{number}".rjust(len(f"{sign}{len(options)}")) + f" {option.full}")
            pieces.append((style, _folded(text, self._right).ljust(self._right) + "\n", self._clicked(number)))
        if len(options) > LISTED:
            pieces.append(("", f"… {len(options) - LISTED} more; type words of one"))
        return pieces or [("", self.style.plain("\n".join(wrap(answers.AFTERWARDS, self._right).split("\n"))))]

    def _place(self) -> Point:
        """The line of the move that is picked, counted with those that go on in a second line."""
        if not self._picked:
            return Point(0, 0)
        lines = self._moves()[: self._picked]
        return Point(0, sum(piece[1].count("\n") for piece in lines))

    def _clicked(self, number: int) -> Any:
        def handle(event: MouseEvent) -> None:
            from prompt_toolkit.application import get_app

            if event.event_type == MouseEventType.MOUSE_UP:
                get_app().exit(result=f"#{number}")
            elif event.event_type in (MouseEventType.SCROLL_UP, MouseEventType.SCROLL_DOWN):
                self._move(-1 if event.event_type == MouseEventType.SCROLL_UP else 1)

        return handle

    def _move(self, step: int) -> None:
        last = min(len(self._options()), LISTED) - 1
        if last >= 0:
            self._picked = (0 if step > 0 else last) if self._picked is None else max(0, min(last, self._picked + step))

    # ---- keys --------------------------------------------------------------------------------

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()
        pressed: dict[str, Callable[[KeyPressEvent], None]] = {
            "enter": self._enter,
            "down": lambda event: self._arrow(1),
            "up": lambda event: self._arrow(-1),
            "pageup": lambda event: self._page_by(-1),
            "pagedown": lambda event: self._page_by(1),
            "tab": lambda event: self._complete(),
            "c-p": lambda event: self._buffer.history_backward(),
            "c-n": lambda event: self._buffer.history_forward(),
            "escape": lambda event: self._forget(),
            "c-c": lambda event: self._said.append("to leave, type quit or press Ctrl-D"),
        }
        for key, act in pressed.items():
            keys.add(key, eager=True)(act)
        keys.add("c-d", filter=Condition(lambda: not self._buffer.text))(lambda event: event.app.exit(result=None))
        return keys

    def _enter(self, event: KeyPressEvent) -> None:
        options = self._options()
        if self._picked is not None and self._picked < len(options):
            event.app.exit(result=f"#{options[self._picked][0]}")
        else:
            event.app.exit(result=self._buffer.text)

    def _arrow(self, step: int) -> None:
        if self._buffer.complete_state is None and self._covers:
            self._back = max(0, self._back + step)  # no move is picked that is not in sight
        elif self._buffer.complete_state is None:
            self._move(step)
        elif step > 0:
            self._buffer.complete_next()
        else:
            self._buffer.complete_previous()

    def _page_by(self, step: int) -> None:
        """Further in what covers the table, or in what happened, which stands at its end."""
        lines = step * (self._output.get_size().rows // 2)
        self._back = max(0, self._back + (lines if self._covers else -lines))

    def _complete(self) -> None:
        if self._buffer.complete_state is None:
            self._buffer.start_completion(insert_common_part=True)
        else:
            self._buffer.complete_next()

    def _forget(self) -> None:
        """Nothing is picked, and nothing covers the table."""
        self._said.clear()
        self._picked, self._back = None, 0


def _folded(text: str, width: int) -> str:
    """A move that is wider than its pane goes on below, set in."""
    if columns(text) <= width:
        return text
    head, _, rest = text.partition(" ")
    lines: Sequence[str] = wrap(rest, width - 3 - len(head)).split("\n")
    return "\n".join([f"{head} {lines[0]}", *(" " * (len(head) + 3) + line.strip() for line in lines[1:])])
