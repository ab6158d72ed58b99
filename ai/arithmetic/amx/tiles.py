"""Vector code for the matrix unit, written as LLVM instructions.

The ``C`` channels of a point, a multiple of :data:`CHANNELS`, stand one after another in bfloat16 (the upper half of a float), kept as ``uint16``.
Sums are floats.
"""

import ctypes
import functools
import platform
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from ai.arithmetic.instructions import (
    BYTES,
    FLOAT,
    FLOAT_BYTES,
    INT,
    arrays,
    at,
    broadcast,
    call,
    each,
    has_features,
    integer,
    larger,
    llvm_function,
    load,
    over_rows,
    store,
)

FEATURES = (
    "amx-tile",
    "amx-bf16",
    "avx512f",
    "avx512bw",
    "avx512dq",
    "avx512vl",
    "avx512bf16",
    "avx2",
    "fma",
)
LANES = 16
"""Floats in a vector; also rows, and columns, of a tile of sums."""
CHANNELS = 2 * LANES
"""Channels of each point in a tile, and output channels that are summed together."""
ROWS = 2 * LANES
"""Points that are summed together. With :data:`CHANNELS` channels they take four tiles of sums, which leaves four for the factors."""
TILE_BYTES = 64 * LANES
ROW_BYTES = 64
TILES = 8

ARCH_PRCTL = 158
ARCH_REQ_XCOMP_PERM = 0x1023
XFEATURE_XTILEDATA = 18

HALF = ir.IntType(16)
WORD = ir.IntType(32)
TILE = ir.IntType(8)
NOTHING = ir.VoidType()
FLOATS = ir.VectorType(FLOAT, LANES)
HALVES = ir.VectorType(HALF, LANES)
WORDS = ir.VectorType(WORD, LANES)


class _BFloat(ir.Type):
    """LLVM's type ``bfloat``, which llvmlite lacks."""

    def _to_string(self) -> str:
        return "bfloat"


PACKED = ir.VectorType(_BFloat(), CHANNELS)


@functools.cache
def is_available() -> bool:
    """Whether this processor has a matrix unit and Linux lets this process use it, which asking also achieves. Other systems are not asked."""
    return platform.system() == "Linux" and has_features(FEATURES) and ask_for_unit()


def ask_for_unit() -> bool:
    """Ask Linux for the matrix unit (its documentation of x86, "Using XSTATE features in user space applications"). Returns whether it is granted."""
    return ctypes.CDLL(None).syscall(ARCH_PRCTL, ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA) == 0


def configuration() -> np.ndarray:
    """``uint8[64]``: the unit's configuration for tiles of 16 rows of 64 bytes."""
    told = np.zeros(64, np.uint8)
    told[0] = 1  # the palette
    told[16 : 16 + 2 * TILES].view(np.uint16)[:] = ROW_BYTES
    told[48 : 48 + TILES] = LANES
    return told


# --- instructions ---------------------------------------------------------------------------------------------


def _tile(number: int) -> ir.Constant:
    return ir.Constant(TILE, number)


def _load_tile(builder: ir.IRBuilder, number: int, pointer: Any, row: Any) -> None:
    call(builder, "llvm.x86.tileloadd64", NOTHING, [_tile(number), pointer, row])


def _store_tile(builder: ir.IRBuilder, number: int, pointer: Any, row: Any) -> None:
    call(builder, "llvm.x86.tilestored64", NOTHING, [_tile(number), pointer, row])


def _multiply_add(builder: ir.IRBuilder, sums: int, left: int, right: int) -> None:
    call(builder, "llvm.x86.tdpbf16ps", NOTHING, [_tile(sums), _tile(left), _tile(right)])


def _floats(builder: ir.IRBuilder, pointer: Any) -> Any:
    return load(builder, FLOATS, pointer)


def _widened(builder: ir.IRBuilder, pointer: Any) -> Any:
    """Numbers in bfloat16 as floats."""
    halves = builder.zext(load(builder, HALVES, pointer, align=2), WORDS)
    return builder.bitcast(builder.shl(halves, ir.Constant(WORDS, [16] * LANES)), FLOATS)


def _store_rectified(builder: ir.IRBuilder, vectors: Sequence[Any], mask: Any, pointer: Any) -> None:
    """Store two vectors of floats in bfloat16, with 0 for negative numbers, and zeros throughout if the word at ``mask`` is 0."""
    nothing = ir.Constant(FLOATS, [0.0] * LANES)
    low, high = (larger(builder, vector, nothing) for vector in vectors)
    packed = call(builder, "llvm.x86.avx512bf16.cvtne2ps2bf16.512", PACKED, [high, low])
    kept = broadcast(builder, load(builder, WORD, mask), LANES)
    store(builder, builder.and_(builder.bitcast(packed, WORDS), kept), pointer, align=2)


# --- functions made of them -----------------------------------------------------------------------------------


def _emit_sums(
    builder: ir.IRBuilder, points: Any, row: Any, weights: Any, offsets: Any, taps: Any, chunks: Any
) -> None:
    """The sums for :data:`ROWS` points and :data:`CHANNELS` channels, into the first four tiles."""
    for number in range(4):
        call(builder, "llvm.x86.tilezero", NOTHING, [_tile(number)])
    here = cgutils.alloca_once(builder, BYTES)
    builder.store(weights, here)
    with each(builder, taps) as (tap, _):
        offset = load(builder, INT, at(builder, offsets, (tap, 8)), align=8)
        near = at(builder, points, (offset, row))
        with each(builder, chunks) as (chunk, _):
            left, right = at(builder, near, (chunk, ROW_BYTES)), builder.load(here)
            _load_tile(builder, 4, left, row)
            _load_tile(builder, 6, right, integer(ROW_BYTES))
            _load_tile(builder, 5, at(builder, left, (LANES, row)), row)
            _load_tile(builder, 7, at(builder, right, (1, TILE_BYTES)), integer(ROW_BYTES))
            for sums, (a, b) in enumerate(((4, 6), (4, 7), (5, 6), (5, 7))):
                _multiply_add(builder, sums, a, b)
            builder.store(at(builder, right, (2, TILE_BYTES)), here)


@contextmanager
def _each_block(
    builder: ir.IRBuilder,
    board: Any,
    row: Any,
    inputs: Any,
    weights: Any,
    offsets: Any,
    taps: Any,
    points: Any,
    outputs: Any,
    told: Any,
) -> Iterator[tuple[Any, Any]]:
    """A loop over the groups of outputs and points that are summed together. Yields the first output and point of each, with the sums in the first
    four tiles."""
    call(builder, "llvm.x86.ldtilecfg", NOTHING, [told])
    chunks = builder.udiv(inputs, integer(CHANNELS))
    per_output = builder.mul(builder.mul(taps, chunks), integer(2 * TILE_BYTES // CHANNELS))
    with each(builder, outputs, CHANNELS) as (channel, _):
        matrix = at(builder, weights, (channel, per_output))
        with each(builder, points, ROWS) as (point, _):
            _emit_sums(builder, at(builder, board, (point, row)), row, matrix, offsets, taps, chunks)
            yield channel, point
    call(builder, "llvm.x86.tilerelease", NOTHING, [])


def _emit_convolve(
    builder: ir.IRBuilder,
    board: Any,
    row: Any,
    inputs: Any,
    weights: Any,
    offsets: Any,
    taps: Any,
    bias: Any,
    before: Any,
    adds: Any,
    mask: Any,
    out: Any,
    out_row: Any,
    points: Any,
    outputs: Any,
    told: Any,
    scratch: Any,
) -> None:
    with _each_block(builder, board, row, inputs, weights, offsets, taps, points, outputs, told) as (
        channel,
        point,
    ):
        for number in range(4):
            _store_tile(builder, number, at(builder, scratch, (number, TILE_BYTES)), integer(ROW_BYTES))
        shifts = [_floats(builder, at(builder, bias, (channel, FLOAT_BYTES), (i, 64))) for i in range(2)]
        place = ((point, out_row), (channel, 2))
        to, added = at(builder, out, *place), at(builder, before, *place)
        kept = at(builder, mask, (point, 4))
        with builder.if_else(adds) as (then, otherwise):
            with then:
                _emit_finish(builder, scratch, shifts, added, kept, to, out_row)
            with otherwise:
                _emit_finish(builder, scratch, shifts, None, kept, to, out_row)


def _emit_finish(
    builder: ir.IRBuilder, scratch: Any, shifts: list[Any], before: Any, mask: Any, out: Any, row: Any
) -> None:
    """Add to the sums in ``scratch`` the bias and, if given, what stood at ``before``, and write the rectified result to ``out``."""
    for half in range(2):
        with each(builder, integer(LANES)) as (number, _):
            point = builder.add(number, integer(LANES * half))
            sums = at(builder, scratch, (2 * half, TILE_BYTES), (number, ROW_BYTES))
            vectors = []
            for i, shift in enumerate(shifts):
                vector = builder.fadd(_floats(builder, at(builder, sums, (i, TILE_BYTES))), shift)
                if before is not None:
                    skipped = _widened(builder, at(builder, before, (point, row), (i, 2 * LANES)))
                    vector = builder.fadd(vector, skipped)
                vectors.append(vector)
            _store_rectified(builder, vectors, at(builder, mask, (point, 4)), at(builder, out, (point, row)))


def _emit_project(
    builder: ir.IRBuilder,
    board: Any,
    row: Any,
    inputs: Any,
    weights: Any,
    offsets: Any,
    taps: Any,
    out: Any,
    out_row: Any,
    points: Any,
    outputs: Any,
    told: Any,
) -> None:
    with _each_block(builder, board, row, inputs, weights, offsets, taps, points, outputs, told) as (
        channel,
        point,
    ):
        for number in range(4):
            down, right = divmod(number, 2)
            first = ((point, out_row), (channel, FLOAT_BYTES))
            place = at(builder, out, *first, (down * LANES, out_row), (right, ROW_BYTES))
            _store_tile(builder, number, place, out_row)


def _emit_summarise(
    builder: ir.IRBuilder, rows: Any, row: Any, count: Any, channels: Any, totals: Any
) -> None:
    maxima = at(builder, totals, (channels, FLOAT_BYTES))
    total, most = (cgutils.alloca_once(builder, FLOATS) for _ in range(2))
    nothing = ir.Constant(FLOATS, [0.0] * LANES)
    with each(builder, channels, LANES) as (channel, _):
        builder.store(nothing, total)
        builder.store(nothing, most)
        with each(builder, count) as (number, _):
            vector = _widened(builder, at(builder, rows, (number, row), (channel, 2)))
            builder.store(builder.fadd(builder.load(total), vector), total)
            builder.store(larger(builder, vector, builder.load(most)), most)
        store(builder, builder.load(total), at(builder, totals, (channel, FLOAT_BYTES)))
        store(builder, builder.load(most), at(builder, maxima, (channel, FLOAT_BYTES)))


def _emit_rectify(
    builder: ir.IRBuilder, rows: Any, row: Any, count: Any, channels: Any, shift: Any, mask: Any
) -> None:
    with each(builder, channels, CHANNELS) as (channel, _):
        shifts = [_floats(builder, at(builder, shift, (channel, FLOAT_BYTES), (i, 64))) for i in range(2)]
        with each(builder, count) as (number, _):
            place = at(builder, rows, (number, row), (channel, 2))
            vectors = [
                builder.fadd(_widened(builder, at(builder, place, (i, 2 * LANES))), shifts[i])
                for i in range(2)
            ]
            _store_rectified(builder, vectors, at(builder, mask, (number, 4)), place)


# --- what kernels call ----------------------------------------------------------------------------------------


def _call(builder: ir.IRBuilder, name: str, emit: Any, arguments: Sequence[Any]) -> None:
    kinds = [argument.type for argument in arguments]
    builder.call(llvm_function(builder.module, name, kinds, FEATURES, emit), arguments)


@intrinsic
def _convolve(typing_context, board, weights, offsets, bias, before, adds, mask, out, told, scratch):
    def generate(context, builder, signature, arguments):
        found = arrays(
            context,
            builder,
            signature.args[:5] + signature.args[6:],
            arguments[:5] + arguments[6:],
        )
        (board_at, (_, inputs), board_steps), (weights_at, _, _), (offsets_at, (taps,), _), *others = found
        (bias_at, _, _), (before_at, _, _), (mask_at, (points,), _), *others = others
        (out_at, (_, outputs), out_steps), (told_at, _, _), (scratch_at, _, _) = others
        _call(
            builder,
            "buwei_amx_convolve",
            _emit_convolve,
            [
                *(board_at, board_steps[0], inputs, weights_at, offsets_at, taps, bias_at, before_at),
                *(arguments[5], mask_at, out_at, out_steps[0], points, outputs, told_at, scratch_at),
            ],
        )
        return context.get_dummy_value()

    return types.void(
        board, weights, offsets, bias, before, types.boolean, mask, out, told, scratch
    ), generate


@intrinsic
def _project(typing_context, board, weights, offsets, out, told):
    def generate(context, builder, signature, arguments):
        found = arrays(context, builder, signature.args, arguments)
        (board_at, (_, inputs), board_steps), (weights_at, _, _), (offsets_at, (taps,), _), *others = found
        (out_at, (points, outputs), out_steps), (told_at, _, _) = others
        _call(
            builder,
            "buwei_amx_project",
            _emit_project,
            [
                *(board_at, board_steps[0], inputs, weights_at, offsets_at, taps),
                *(out_at, out_steps[0], points, outputs, told_at),
            ],
        )
        return context.get_dummy_value()

    return types.void(board, weights, offsets, out, told), generate


convolve: Any = _convolve
"""``convolve(board, weights, offsets, bias, before, adds, mask, out, told, scratch)``: for each point of ``board``, ``uint16[n, I]``, sum over the
``offsets``, ``int64[t]``, the point so many further on times its ``weights``; add ``bias``, ``float32[O]``, and, if ``adds``, ``before``; write it to
``out``, with 0 for negative numbers. Points for which ``mask``, ``int32[m]``, is 0 and not -1 become 0.

``before`` and ``out`` are ``uint16[m, O]`` with the same strides; ``m`` is a multiple of :data:`ROWS`. ``weights`` are
``uint16[O / 32, t, I / 32, 2, 16, 16, 2]``: for each 32 outputs, each offset, each 32 inputs and each half of the outputs, 16 pairs of inputs, each
with two weights for each of 16 outputs. ``told`` is the :func:`configuration`, ``scratch`` is ``float32[4, 16, 16]``."""
project: Any = _project
"""``project(board, weights, offsets, out, told)``: write only the sums of :data:`convolve` to ``out``, ``float32[m, O]``."""
summarise: Any = over_rows("buwei_amx_summarise", FEATURES, _emit_summarise)
"""``summarise(rows, (totals,))``: write the sums of the columns of ``rows``, ``uint16[n, C]``, none of them negative, to the first half of
``totals``, ``float32[2 C]``, and their maxima to the second."""
rectify: Any = over_rows("buwei_amx_rectify", FEATURES, _emit_rectify)
"""``rectify(rows, (shift, mask))``: add ``shift``, ``float32[C]``, to each of ``rows``, ``uint16[n, C]``, and replace negative numbers, and rows for
which ``mask``, ``int32[n]``, is 0, by 0."""
