"""The rules of NoGo once more, by flood fill in plain Python: what the compiled ones are held against. Points are (row, col)."""

from collections.abc import Iterator

Board = dict[tuple[int, int], int]
"""Every point of the board: 0 empty, 1 black, 2 white."""


def beside(board: Board, point: tuple[int, int]) -> Iterator[tuple[int, int]]:
    row, col = point
    for other in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
        if other in board:
            yield other


def block_and_liberties(board: Board, point: tuple[int, int]) -> tuple[set, set]:
    block, liberties, waiting = {point}, set(), [point]
    while waiting:
        for other in beside(board, waiting.pop()):
            if board[other] == 0:
                liberties.add(other)
            elif board[other] == board[point] and other not in block:
                block.add(other)
                waiting.append(other)
    return block, liberties


def loss(board: Board, point: tuple[int, int], color: int) -> tuple[str, set] | None:
    """Why ``color`` loses by playing ``point`` and what it captures; ``None`` if the move is legal."""
    if board[point]:
        return "occupied", set()
    after = {**board, point: color}
    captured = set()
    for other in beside(after, point):
        if after[other] == 3 - color:
            block, liberties = block_and_liberties(after, other)
            if not liberties:
                captured |= block
    if captured:
        return "capture", captured
    return None if block_and_liberties(after, point)[1] else ("suicide", set())


def every_block_has_a_liberty(board: Board) -> bool:
    return all(block_and_liberties(board, point)[1] for point, stone in board.items() if stone)
