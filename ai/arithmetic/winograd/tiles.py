"""Vector code for tiles of 5x5 points, written as LLVM instructions: what a compiler makes of loops over numpy arrays is several times slower.

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
from ai.arithmetic.instructions import BYTES, FLOAT_BYTES, INT, arrays, at, integer, larger, store

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
outputs are A^T ((G w) * (B^T tile)); in two, each matrix is applied in both."""

Grid = list[list[Any]]


# --- instructions ---------------------------------------------------------------------------------------------


def _combine(builder: ir.IRBuilder, factors: Sequence[float], vectors: Sequence[Any]) -> Any:
    """The sum of ``vectors`` times ``factors``. At least one factor is positive; the greatest comes first."""
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
    builder: ir.IRBuilder, tile: Any, row: Any, col: Any, parts: Any, part: Any, channels: Any
) -> None:
    with each_vector(builder, channels) as (channel, _):
        lane = (channel, integer(FLOAT_BYTES))
        grid = [
            [load_vector(builder, at(builder, tile, (i, row), (j, col), lane)) for j in range(TILE)]
            for i in range(TILE)
        ]
        for i, line in enumerate(_transform(builder, TILE_TO_PARTS, grid)):
            for j, vector in enumerate(line):
                store(builder, vector, at(builder, parts, (i * TILE + j, part), lane))


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
        numbered = [load_vector(builder, at(builder, parts, (number, part), lane)) for number in range(PARTS)]
        grid = [numbered[i * TILE : (i + 1) * TILE] for i in range(TILE)]
        sums = _transform(builder, PARTS_TO_OUTPUTS, grid)
        shift = load_vector(builder, at(builder, bias, lane))
        for i in range(OUTPUTS):
            for j in range(OUTPUTS):
                on_board = builder.and_(
                    builder.icmp_signed("<", integer(i), rows), builder.icmp_signed("<", integer(j), cols)
                )
                with builder.if_then(on_board):
                    place = ((i, row), (j, col), lane)
                    skipped = builder.select(adds, load_vector(builder, at(builder, before, *place)), nothing)
                    value = builder.fadd(builder.fadd(sums[i][j], shift), skipped)
                    store(builder, larger(builder, value, nothing), at(builder, out, *place))


# --- what kernels call ----------------------------------------------------------------------------------------


@intrinsic
def _to_parts(typing_context, tile, parts):
    def generate(context, builder, signature, arguments):
        (tile_at, _, tile_steps), (parts_at, (_, channels), parts_steps) = arrays(
            context, builder, signature.args, arguments
        )
        function = vector_function(
            builder.module, "buwei_to_parts", [BYTES, INT, INT, BYTES, INT, INT], _emit_to_parts
        )
        builder.call(function, [tile_at, tile_steps[0], tile_steps[1], parts_at, parts_steps[0], channels])
        return context.get_dummy_value()

    return types.void(tile, parts), generate


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


to_parts: Any = _to_parts
"""``to_parts(tile, parts)``: write B^T ``tile`` B to ``parts``, ``float32[25, C]``; ``tile`` is ``float32[5, 5, C]``."""
from_parts: Any = _from_parts
"""``from_parts(parts, bias, before, adds, out)``: add A^T ``parts`` A, ``bias``, ``float32[C]``, and, if ``adds``, ``before``, and write the sum to
``out``, with 0 for negative numbers. ``parts`` is ``float32[25, C]``. ``before`` and ``out`` are ``float32[r, c, C]`` with the same strides and have
at most 3x3 points; outputs beyond them are left out."""
