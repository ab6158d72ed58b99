"""Random playouts in which a side keeps the points that only it may play on for the end, compiled. Uniformly random ones: :mod:`core.bitboard`."""

from core.bitboard import (
    ABSENT,
    ONE,
    U16,
    U64,
    ZERO,
    is_legal,
    next_random,
    place,
    random_below,
    who_may_play,
)
from core.compiled import function


@function
def private_last_playout(geo, own, opponent, lists, reserve, candidates, random):
    """As :func:`core.bitboard.playout`, but a side plays a point that is legal for it alone only when it has no others.

    ``reserve`` is ``uint16[2 * P]``: the points that either side has set aside. A point once illegal for a side stays so, so it need not be checked
    again whether the opponent may play there. Returns the number of moves, the state of the random numbers, and the stones at the end, side to move
    first.
    """
    points = U64(geo.bits.shape[0])
    places = points + points
    side = ZERO
    mine = candidates
    theirs = candidates
    my_reserve = ZERO
    their_reserve = ZERO
    moves = 0
    while True:
        found = False
        point = ZERO
        while mine > ZERO:
            random = next_random(random)
            index = random_below(random, mine)
            point = U64(lists[side + index])
            mine -= ONE
            last = lists[side + mine]
            lists[side + index] = last
            lists[places + side + U64(last)] = U16(index)
            lists[places + side + point] = ABSENT
            legal, shared = who_may_play(geo, own, opponent, point)
            if shared:
                found = True
                break
            if legal:
                reserve[side + my_reserve] = U16(point)
                my_reserve += ONE
        while not found and my_reserve > ZERO:
            my_reserve -= ONE
            point = U64(reserve[side + my_reserve])
            found = is_legal(geo, own, opponent, point)
        if not found:
            return moves, random, own, opponent
        played = place(geo, own, point)
        own = opponent
        opponent = played
        moves += 1
        side = points - side
        index = U64(lists[places + side + point])
        if index != U64(ABSENT):
            theirs -= ONE
            last = lists[side + theirs]
            lists[side + index] = last
            lists[places + side + U64(last)] = U16(index)
        mine, theirs = theirs, mine
        my_reserve, their_reserve = their_reserve, my_reserve
