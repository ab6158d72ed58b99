"""Vector code for tiles of 5x5 points, for playing and, the other way round, for learning. It is written as LLVM instructions: what a compiler makes
of loops over numpy arrays is several times slower.

Arrays hold the ``C`` channels of a point, a multiple of :data:`ai.arithmetic.floats.LANES`, one after another.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from ai.arithmetic.floats import (
    constant,
    each_vector,
    load_vector,
    multiply_add,
    vector_function,
)
from ai.arithmetic.instructions import BYTES, FLOAT_BYTES, INT, Emit, arrays, at, integer, larger, store

TILE = 5
"""Side of a tile of inputs, in points."""
OUTPUTS = 3
"""Side of the outputs that a 3x3 convolution gives for a tile: the points in its middle."""
PARTS = TILE * TILE

WEIGHTS_TO_PARTS = np.array(
    [[1 / 2, 0, 0], [-1 / 2] * 3, [-1 / 6, 1 / 6, -1 / 6], [1 / 6, 1 / 3, 2 / 3], [0, 0, 1]]
)
TILE_TO_PARTS = np.array(
    [[2, -1, -2, 1, 0], [0, -2, -1, 1, 0], [0, 2, -3, 1, 0], [0, -1, 0, 1, 0], [0, 2, -1, -2, 1]]
)
PARTS_TO_OUTPUTS = np.array([[1, 1, 1, 1, 0], [0, 1, -1, 2, 0], [0, 1, 1, 4, 1]])
"""These three are G, B^T and A^T of Lavin and Gray 2016 for F(3, 3), with polynomials evaluated at 0, 1, -1, 2 and infinity. In one dimension the
outputs are A^T ((G w) * (B^T tile)); in two, each matrix is applied in both. Gradients go through the transposed matrices."""

Grid = list[list[Any]]


# --- instructions ---------------------------------------------------------------------------------------------


def _combine(builder: ir.IRBuilder, factors: Sequence[float], vectors: Sequence[Any]) -> Any:
    """The sum of ``vectors`` times ``factors``, not all of which are 0; the greatest comes first."""
    total = None
    for factor, vector in sorted(zip(factors, vectors, strict=True), key=lambda pair: -pair[0]):
        if factor == 0:
            continue
        if total is None:
            total = vector if factor == 1 else builder.fmul(constant(factor), vector)
        elif factor == 1:
            total = builder.fadd(total, vector)
        elif factor == -1:
            total = builder.fsub(total, vector)
        else:
            total = multiply_add(builder, constant(factor), vector, total)
    return total


def _transform(builder: ir.IRBuilder, matrix: np.ndarray, grid: Grid) -> Grid:
    """``matrix @ grid @ matrix.T``."""
    half = [[_combine(builder, row, column) for column in zip(*grid, strict=True)] for row in matrix]
    return [[_combine(builder, row, line) for row in matrix] for line in half]


# --- functions made of them -----------------------------------------------------------------------------------


def _emit_to_parts(
    builder: ir.IRBuilder,
    tile: Any,
    row: Any,
    col: Any,
    rows: Any,
    cols: Any,
    parts: Any,
    part: Any,
    channels: Any,
) -> None:
    _emit_parts_of(builder, tile, row, col, TILE_TO_PARTS, parts, part, channels)


def _emit_outputs_to_parts(
    builder: ir.IRBuilder,
    outputs: Any,
    row: Any,
    col: Any,
    rows: Any,
    cols: Any,
    parts: Any,
    part: Any,
    channels: Any,
) -> None:
    _emit_parts_of(builder, outputs, row, col, PARTS_TO_OUTPUTS.T, parts, part, channels)


def _emit_parts_of(
    builder: ir.IRBuilder,
    tile: Any,
    row: Any,
    col: Any,
    matrix: np.ndarray,
    parts: Any,
    part: Any,
    channels: Any,
) -> None:
    """Write ``matrix`` tile ``matrix``^T, which has the form of a tile, as parts."""
    side = matrix.shape[1]
    with each_vector(builder, channels) as (channel, _):
        lane = (channel, integer(FLOAT_BYTES))
        grid = [
            [load_vector(builder, at(builder, tile, (i, row), (j, col), lane)) for j in range(side)]
            for i in range(side)
        ]
        for i, line in enumerate(_transform(builder, matrix, grid)):
            for j, vector in enumerate(line):
                store(builder, vector, at(builder, parts, (i * TILE + j, part), lane))


def _emit_to_outputs(
    builder: ir.IRBuilder,
    outputs: Any,
    row: Any,
    col: Any,
    rows: Any,
    cols: Any,
    parts: Any,
    part: Any,
    channels: Any,
) -> None:
    with each_vector(builder, channels) as (channel, _):
        lane = (channel, integer(FLOAT_BYTES))
        sums = _transform(builder, PARTS_TO_OUTPUTS, _grid(builder, parts, part, lane))
        for i in range(OUTPUTS):
            for j in range(OUTPUTS):
                with builder.if_then(_is_on_board(builder, i, j, rows, cols)):
                    store(builder, sums[i][j], at(builder, outputs, (i, row), (j, col), lane))


def _emit_add_to_tile(
    builder: ir.IRBuilder,
    tile: Any,
    row: Any,
    col: Any,
    rows: Any,
    cols: Any,
    parts: Any,
    part: Any,
    channels: Any,
) -> None:
    with each_vector(builder, channels) as (channel, _):
        lane = (channel, integer(FLOAT_BYTES))
        added = _transform(builder, TILE_TO_PARTS.T, _grid(builder, parts, part, lane))
        for i, line in enumerate(added):
            for j, vector in enumerate(line):
                place = at(builder, tile, (i, row), (j, col), lane)
                store(builder, builder.fadd(load_vector(builder, place), vector), place)


def _grid(builder: ir.IRBuilder, parts: Any, part: Any, lane: Any) -> Grid:
    numbered = [load_vector(builder, at(builder, parts, (number, part), lane)) for number in range(PARTS)]
    return [numbered[i * TILE : (i + 1) * TILE] for i in range(TILE)]


def _is_on_board(builder: ir.IRBuilder, i: int, j: int, rows: Any, cols: Any) -> Any:
    return builder.and_(
        builder.icmp_signed("<", integer(i), rows), builder.icmp_signed("<", integer(j), cols)
    )


def _emit_from_parts(
    builder: ir.IRBuilder,
    parts: Any,
    part: Any,
    bias: Any,
    before: Any,
    adds: Any,
    out: Any,
    row: Any,
    col: Any,
    rows: Any,
    cols: Any,
    channels: Any,
) -> None:
    nothing = constant(0)
    with each_vector(builder, channels) as (channel, _):
        lane = (channel, integer(FLOAT_BYTES))
        sums = _transform(builder, PARTS_TO_OUTPUTS, _grid(builder, parts, part, lane))
        shift = load_vector(builder, at(builder, bias, lane))
        for i in range(OUTPUTS):
            for j in range(OUTPUTS):
                with builder.if_then(_is_on_board(builder, i, j, rows, cols)):
                    place = ((i, row), (j, col), lane)
                    skipped = builder.select(adds, load_vector(builder, at(builder, before, *place)), nothing)
                    value = builder.fadd(builder.fadd(sums[i][j], shift), skipped)
                    store(builder, larger(builder, value, nothing), at(builder, out, *place))


# --- what kernels call ----------------------------------------------------------------------------------------


def _of_a_tile(name: str, emit: Emit) -> Any:
    """An intrinsic whose arguments are points, ``[r, c, C]``, and their parts, ``[25, C]``. ``emit`` gets a pointer to the first point, the bytes to
    the next row and column, ``r``, ``c``, a pointer to the first part, the bytes to the next, and ``C``."""

    @intrinsic
    def of_a_tile(typing_context, points, parts):
        def generate(context, builder, signature, arguments):
            (points_at, (rows, cols, _), steps), (parts_at, (_, channels), parts_steps) = arrays(
                context, builder, signature.args, arguments
            )
            handed = [points_at, *steps[:2], rows, cols, parts_at, parts_steps[0], channels]
            kinds = [BYTES, INT, INT, INT, INT, BYTES, INT, INT]
            builder.call(vector_function(builder.module, name, kinds, emit), handed)
            return context.get_dummy_value()

        return types.void(points, parts), generate

    return of_a_tile


@intrinsic
def _from_parts(typing_context, parts, bias, before, adds, out):
    def generate(context, builder, signature, arguments):
        kinds = signature.args
        (parts_at, _, parts_steps), (bias_at, _, _), (before_at, _, _), (out_at, shape, steps) = arrays(
            context, builder, kinds[:3] + kinds[4:], arguments[:3] + arguments[4:]
        )
        rows, cols, channels = shape
        function = vector_function(
            builder.module,
            "buwei_from_parts",
            [BYTES, INT, BYTES, BYTES, ir.IntType(1), BYTES, INT, INT, INT, INT, INT],
            _emit_from_parts,
        )
        builder.call(
            function,
            [
                parts_at,
                parts_steps[0],
                bias_at,
                before_at,
                arguments[3],
                out_at,
                *steps[:2],
                rows,
                cols,
                channels,
            ],
        )
        return context.get_dummy_value()

    return types.void(parts, bias, before, types.boolean, out), generate


to_parts: Any = _of_a_tile("buwei_to_parts", _emit_to_parts)
"""``to_parts(tile, parts)``: write B^T ``tile`` B to ``parts``, ``float32[25, C]``; ``tile`` is ``float32[5, 5, C]``."""
from_parts: Any = _from_parts
"""``from_parts(parts, bias, before, adds, out)``: add A^T ``parts`` A, ``bias``, ``float32[C]``, and, if ``adds``, ``before``, and write the sum to
``out``, with 0 for negative numbers. ``parts`` is ``float32[25, C]``. ``before`` and ``out`` are ``float32[r, c, C]`` with the same strides and have
at most 3x3 points; outputs beyond them are left out."""
to_outputs: Any = _of_a_tile("buwei_to_outputs", _emit_to_outputs)
"""``to_outputs(outputs, parts)``: write A^T ``parts`` A to ``outputs``, ``float32[r, c, C]``, at most 3x3 points; those beyond are left out."""
outputs_to_parts: Any = _of_a_tile("buwei_outputs_to_parts", _emit_outputs_to_parts)
"""``outputs_to_parts(outputs, parts)``: write A ``outputs`` A^T, the gradient of the parts, to ``parts``; ``outputs``, ``float32[3, 3, C]``, is that
of a tile's outputs, 0 beyond the board."""
add_to_tile: Any = _of_a_tile("buwei_add_to_tile", _emit_add_to_tile)
"""``add_to_tile(tile, parts)``: add B ``parts`` B^T, the gradient of a tile's points, to ``tile``, ``float32[5, 5, C]``."""
