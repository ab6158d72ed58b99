"""What an analysis says of the moves that were played."""

import pytest

from core.game import Game, Node
from core.player import Candidate, Decision, Proof
from core.position import Color, Size
from core.review import Severity, accuracy, black_win_rate, certain, judgement, judgements, what_is_kept


def analysed_game(*black_win_rates: float | None) -> Game:
    """A game with as many positions as win rates of Black; ``None`` for a position that was not analysed."""
    game = Game(Size(5, 5))
    for point in range(0, 2 * (len(black_win_rates) - 1), 2):
        game.play(point)
    for node, rate in zip(game.main_line(), black_win_rates, strict=True):
        if rate is not None:
            to_move = rate if node.position.to_move is Color.BLACK else 1 - rate
            game.keep_analysis(node, Decision(None, value_to_move=2 * to_move - 1, visits=1))
    return game


def test_what_one_side_has_proven_the_other_sees_the_other_way_round():
    assert [proof.opposite for proof in (Proof.WIN, Proof.LOSS)] == [Proof.LOSS, Proof.WIN]


def test_win_rates_are_blacks_whoever_moves():
    line = analysed_game(0.6, 0.7, None, 0.2).main_line()
    rates = [black_win_rate(node) for node in line]
    assert rates[2] is None
    assert [rates[0], rates[1], rates[3]] == [pytest.approx(value) for value in (0.6, 0.7, 0.2)]


def test_a_finished_game_needs_no_analysis():
    game = Game(Size(2, 2))
    game.play(0)
    while not game.position.is_over:
        game.play(game.position.legal_moves()[0])
    winner = game.position.to_move.opponent
    assert black_win_rate(game.cursor) == (1.0 if winner is Color.BLACK else 0.0)


def test_each_side_gives_away_its_own_win_rate():
    # Black loses 30 points with the first move, White 12 with the second, Black gains with the third
    found = judgements(analysed_game(0.6, 0.3, 0.42, 0.5).main_line())
    assert [one.mover for one in found] == [Color.BLACK, Color.WHITE, Color.BLACK]
    assert [one.loss for one in found] == [pytest.approx(0.3), pytest.approx(0.12), 0.0]
    assert [one.severity for one in found] == [Severity.BLUNDER, Severity.MISTAKE, Severity.FINE]


@pytest.mark.parametrize(
    ("loss", "severity"),
    [
        (0.0499, Severity.FINE),
        (0.05, Severity.INACCURACY),
        (0.10, Severity.MISTAKE),
        (0.20, Severity.BLUNDER),
        (1.0, Severity.BLUNDER),
    ],
)
def test_thresholds(loss: float, severity: Severity):
    (found,) = judgements(analysed_game(1.0, 1.0 - loss).main_line())
    assert found.severity is severity


def test_moves_beside_an_unknown_position_are_not_judged():
    line = analysed_game(0.5, None, 0.5, 0.5).main_line()
    assert [judgement(node) is not None for node in line] == [False, False, False, True]


def told(by: str, black_win_rate: float, node: Node, point: int | None = None, proof: Proof | None = None):
    """What ``by`` thinks of ``node``."""
    value = 2 * black_win_rate - 1
    to_move = value if node.position.to_move is Color.BLACK else -value
    return Decision(point, value_to_move=to_move, proof=proof, visits=9, by=by)


def test_what_two_players_think_is_not_compared():
    line = analysed_game(0.9, 0.2, 0.2, 0.1).main_line()
    for node, by in zip(line, ("strong", "weak", "weak", "strong"), strict=True):
        node.analysis = told(by, black_win_rate(node) or 0.0, node)
    assert [judgement(node) is not None for node in line] == [False, False, True, False]
    line[1].analysis = told("strong", 0.2, line[1])
    assert judgement(line[1]) is not None


def test_what_is_certain_after_a_move_holds_for_everybody():
    line = analysed_game(0.9, 0.0).main_line()
    line[0].analysis = told("strong", 0.9, line[0])
    line[1].analysis = told("weak", 0.0, line[1], proof=Proof.WIN)
    found = judgement(line[1])
    assert found is not None and found.loss == pytest.approx(0.9)


def test_the_best_move_that_is_known_gives_nothing_away():
    line = analysed_game(0.9, 0.2).main_line()
    line[0].analysis = told("strong", 0.9, line[0], point=line[1].move)
    line[1].analysis = told("strong", 0.2, line[1])
    found = judgement(line[1])
    assert found is not None and found.severity is Severity.FINE and found.loss == 0.0


def prove(node: Node, proof: Proof, winning: int | None = None):
    """An analysis that is certain of ``node``, with the move that wins."""
    value = 1.0 if proof is Proof.WIN else -1.0
    node.analysis = Decision(winning, value_to_move=value, proof=proof, visits=9)


def test_a_proof_holds_on_whatever_a_shallow_analysis_says():
    # White's first move loses, Black answers each time with the move that wins; only the positions where Black is to move are proven
    line = analysed_game(0.5, 0.5, 1.0, 0.5, 1.0, 0.5, 1.0).main_line()
    for before, after in ((line[2], line[3]), (line[4], line[5])):
        prove(before, Proof.WIN, winning=after.move)
    assert [certain(node) for node in line] == [
        None,
        None,
        Proof.WIN,
        Proof.LOSS,
        Proof.WIN,
        Proof.LOSS,
        Proof.WIN,
    ]
    assert [black_win_rate(node) for node in line[2:]] == [1.0] * 5
    found = judgements(line)
    assert [one.loss for one in found] == [0.0, pytest.approx(0.5), 0.0, 0.0, 0.0, 0.0]
    assert accuracy(found, Color.WHITE) == pytest.approx(8.5, abs=0.1), "what is lost can't be lost again"


def test_who_is_proven_lost_gives_nothing_away_and_the_opponent_may():
    line = analysed_game(0.9, 0.9, 0.9, 0.2, 0.2).main_line()
    prove(line[1], Proof.LOSS)
    assert certain(line[2]) is Proof.WIN and certain(line[3]) is None
    assert [judgement(node).loss for node in line[1:4]] == [0.0, 0.0, pytest.approx(0.8)]  # type: ignore[union-attr]


def test_a_won_position_says_nothing_of_another_move_than_the_one_that_wins():
    line = analysed_game(0.5, 0.3, 0.4).main_line()
    prove(line[0], Proof.WIN, winning=24)
    assert certain(line[1]) is None and black_win_rate(line[1]) == pytest.approx(0.3)
    lost = Candidate(line[1].move or 0, proof=Proof.LOSS)
    line[0].analysis = Decision(24, (lost,), value_to_move=1.0, proof=Proof.WIN)
    assert certain(line[1]) is Proof.WIN and black_win_rate(line[1]) == 0.0


def test_a_move_that_is_proven_to_win_later_was_there_before():
    # White is proven lost after Black's move: so it was before it, and White's move before that has lost
    line = analysed_game(0.7, 0.7, 0.8, 1.0).main_line()
    prove(line[3], Proof.LOSS)
    assert certain(line[2]) is Proof.WIN and certain(line[1]) is None
    assert [one.loss for one in judgements(line)] == [0.0, pytest.approx(0.3), 0.0]


def test_a_lost_move_says_nothing_of_the_position_before():
    line = analysed_game(0.5, 0.5, 0.5).main_line()
    prove(line[1], Proof.WIN)
    assert certain(line[0]) is None and black_win_rate(line[0]) == pytest.approx(0.5)


def test_what_a_player_of_the_game_has_proven_stays_certain_beside_an_analysis():
    line = analysed_game(0.5, 0.5).main_line()
    line[0].thought = Decision(line[1].move, value_to_move=1.0, proof=Proof.WIN)
    assert [black_win_rate(node) for node in line] == [1.0, 1.0]


def test_twelve_candidates_are_kept_the_first_of_them():
    found = Decision(0, tuple(Candidate(point, 20 - point) for point in range(13)))
    assert [one.point for one in what_is_kept(found).candidates] == list(range(12))
    assert what_is_kept(what_is_kept(found)) == what_is_kept(found)


def test_accuracy_falls_with_what_is_given_away():
    shares = [
        accuracy(judgements(analysed_game(1.0, 1.0 - loss).main_line()), Color.BLACK)
        for loss in (0.0, 0.05, 0.1, 0.3, 1.0)
    ]
    assert shares[0] == pytest.approx(100.0, abs=0.1) and shares[-1] == pytest.approx(0.0, abs=0.1)
    assert shares == sorted(shares, key=lambda share: -(share or 0.0))
    # 103.1668 exp(-0.04354 * 10) - 3.1669
    assert shares[2] == pytest.approx(63.58, abs=0.01)


def test_accuracy_is_the_mean_over_the_moves_of_a_side_by_what_it_could_lose():
    """Whoever threw the game away does not become accurate by all the moves that can't do so again."""
    found = judgements(analysed_game(0.5, 0.5, 0.6, 0.4).main_line())
    first, second = (one for one in found if one.mover is Color.BLACK)
    assert (first.win_rate_before, second.win_rate_before) == (pytest.approx(0.5), pytest.approx(0.6))
    assert accuracy(found, Color.BLACK) == pytest.approx((5 * first.accuracy + 6 * second.accuracy) / 11)
    thrown_away = judgements(analysed_game(0.8, *[0.01] * 12).main_line())
    assert (accuracy(thrown_away, Color.BLACK) or 0.0) < 20
    assert accuracy([], Color.WHITE) is None
    lost_before = judgements(analysed_game(0.0, 0.0, 0.0, 0.0).main_line())
    assert lost_before and accuracy(lost_before, Color.BLACK) is None


def test_of_two_sides_with_as_many_mistakes_the_one_that_was_behind_is_less_accurate():
    """White, mostly ahead, gives 40% away twice, and Black each time gives it back: Black's other moves, in lost positions, hardly count."""
    lost, open_again = [0.05], [0.45]
    rates = [*lost * 2, *open_again, *lost * 3, *open_again, *lost * 6]
    found = judgements(analysed_game(*rates).main_line())
    grave = [one.mover for one in found if one.severity is Severity.BLUNDER]
    assert grave.count(Color.BLACK) == grave.count(Color.WHITE) == 2
    # a move that gives 40% away has the accuracy 14.9; Black's two weigh 0.9 of 1.1, White's two 1.9 of 5.7
    assert accuracy(found, Color.BLACK) == pytest.approx(30.4, abs=0.1)
    assert accuracy(found, Color.WHITE) == pytest.approx(71.6, abs=0.1)
