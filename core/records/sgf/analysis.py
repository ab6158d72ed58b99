"""The analysis of a position as JSON, for ``BWA`` and ``BWM``."""

import json
import math
from collections.abc import Callable

from core.player import Candidate, Decision, Proof
from core.position import PASS, Size
from core.records.sgf.values import lines_of_text, point_letters


def analysis_text(decision: Decision, size: Size) -> str:
    """JSON with short keys, values seen from the side to move, points in SGF's letters.

    ``m`` best move, ``v`` value -1 to 1, ``n`` visits, ``s`` simulations, ``t`` seconds, ``b`` by whom, ``p`` proof, ``c`` candidates, best first,
    each with ``m``, ``v``, ``n``, ``p``, ``q`` the prior and ``l`` its line. Values that are 0 or empty are left out.
    """
    candidates = [
        _without_nothing(
            m=point_letters(one.point, size),
            v=float(one.value_to_move),
            n=int(one.visits),
            q=float(one.prior),
            p=one.proof.value if one.proof else None,
            l="".join(point_letters(point, size) for point in one.line),
        )
        for one in decision.candidates
    ]
    whole = _without_nothing(
        m=point_letters(decision.point, size),
        v=float(decision.value_to_move),
        n=int(decision.visits),
        s=int(decision.simulations),
        t=float(decision.seconds),
        b=decision.by,
        p=decision.proof.value if decision.proof else None,
        c=candidates,
    )
    return json.dumps(whole, separators=(",", ":"))


def _without_nothing(**values: object) -> dict[str, object]:
    return {name: value for name, value in values.items() if value}


def read_analysis(value: bytes, point_of: Callable[[bytes], int | None]) -> Decision | None:
    """The decision that :func:`analysis_text` wrote, or ``None`` if ``value`` is something else. ``point_of`` gives the point, or pass, that two
    letters name."""
    try:
        whole = json.loads(lines_of_text(value))
        candidates = []
        for one in whole.get("c", []):
            letters = str(one.get("l", ""))
            named = [point_of(letters[i : i + 2].encode()) for i in range(0, len(letters), 2)]
            line = tuple(point for point in named if point is not None)
            point = point_of(one["m"].encode())
            if point is None or point == PASS or len(line) < len(named):
                return None
            candidates.append(
                Candidate(
                    point,
                    _whole_number(one.get("n", 0)),
                    _finite(one.get("q", 0.0)),
                    _finite(one.get("v", 0.0)),
                    Proof(one["p"]) if "p" in one else None,
                    line,
                )
            )
        return Decision(
            point_of(whole["m"].encode()) if "m" in whole else None,
            tuple(candidates),
            _finite(whole.get("v", 0.0)),
            Proof(whole["p"]) if "p" in whole else None,
            _whole_number(whole.get("s", 0)),
            _whole_number(whole.get("n", 0)),
            _finite(whole.get("t", 0.0)),
            str(whole.get("b", "")),
        )
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError):
        return None


def _finite(value: object) -> float:
    if not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError(f"{value!r} is no number")
    return float(value)


def _whole_number(value: object) -> int:
    if not isinstance(value, int) or not 0 <= value < 2**63:
        raise ValueError(f"{value!r} is no count")
    return value
