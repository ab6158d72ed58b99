"""Vector code for tiles of 5x5 points, written as LLVM instructions: what a compiler makes of loops over numpy arrays is several times slower.

Arrays hold the channels of a point one after another, ``C`` of them, a multiple of :data:`LANES`. The code asks for AVX2 and FMA by itself, whatever
processor the kernels around it are compiled for; :func:`is_available` says whether this one has them.
"""

import platform
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from llvmlite import binding, ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from core.kernel_cache import MACHINES

LANES = 8
"""Floats to a vector."""
TILE = 5
OUTPUTS = 3
"""Points a side of a tile, and of the points in its middle that a 3x3 convolution gives."""
PARTS = TILE * TILE
ROWS = 12
"""The left factor of :func:`multiply` has a multiple of so many rows."""
MOST_VECTORS = 4
"""Vectors of a row that are summed up at once: with ``ROWS / MOST_VECTORS`` rows they fill the processor's registers."""
FEATURES = ("avx2", "fma")

WEIGHTS_TO_PARTS = np.array(
    [[1 / 2, 0, 0], [-1 / 2] * 3, [-1 / 6, 1 / 6, -1 / 6], [1 / 6, 1 / 3, 2 / 3], [0, 0, 1]]
)
TILE_TO_PARTS = np.array(
    [[2, -1, -2, 1, 0], [0, -2, -1, 1, 0], [0, 2, -3, 1, 0], [0, -1, 0, 1, 0], [0, 2, -1, -2, 1]]
)
PARTS_TO_OUTPUTS = np.array([[1, 1, 1, 1, 0], [0, 1, -1, 2, 0], [0, 1, 1, 4, 1]])
"""G, B^T and A^T of Lavin and Gray 2016 for F(3, 3), with polynomials evaluated at 0, 1, -1, 2 and infinity: outputs = A^T ((G w) * (B^T tile)), in
both directions."""

FLOAT = ir.FloatType()
VECTOR = ir.VectorType(FLOAT, LANES)
INT = ir.IntType(64)
BYTES = ir.IntType(8).as_pointer()
FLOAT_BYTES = 4

Grid = list[list[Any]]
Emit = Callable[..., None]


def is_available() -> bool:
    """Whether this machine's processor can run the code of this module."""
    if platform.machine() not in MACHINES:
        return False
    features = binding.get_host_cpu_features()
    return all(features.get(name) for name in FEATURES)


# --- instructions ---------------------------------------------------------------------------------------------


def _int(number: int) -> ir.Constant:
    return ir.Constant(INT, number)


def _vector(number: float) -> ir.Constant:
    return ir.Constant(VECTOR, [float(number)] * LANES)


def _at(builder: ir.IRBuilder, pointer: Any, *steps: tuple[Any, Any]) -> Any:
    """``pointer`` and, for each of ``steps``, a number of times so many bytes."""
    offset = _int(0)
    for number, stride in steps:
        number = _int(number) if isinstance(number, int) else number
        offset = builder.add(offset, builder.mul(number, stride))
    return builder.gep(pointer, [offset])


def _load(builder: ir.IRBuilder, pointer: Any) -> Any:
    return builder.load(builder.bitcast(pointer, VECTOR.as_pointer()), align=FLOAT_BYTES)


def _store(builder: ir.IRBuilder, vector: Any, pointer: Any) -> None:
    builder.store(vector, builder.bitcast(pointer, VECTOR.as_pointer()), align=FLOAT_BYTES)


def _broadcast(builder: ir.IRBuilder, pointer: Any) -> Any:
    """The float at ``pointer`` in every lane."""
    number = builder.load(builder.bitcast(pointer, FLOAT.as_pointer()))
    nothing = ir.Constant(VECTOR, ir.Undefined)
    first = builder.insert_element(nothing, number, ir.Constant(ir.IntType(32), 0))
    lanes = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
    return builder.shuffle_vector(first, nothing, lanes)


def _multiply_add(builder: ir.IRBuilder, left: Any, right: Any, addend: Any) -> Any:
    name = f"llvm.fma.v{LANES}f32"
    function = builder.module.globals.get(name)
    if function is None:
        function = ir.Function(builder.module, ir.FunctionType(VECTOR, [VECTOR] * 3), name)
    return builder.call(function, [left, right, addend])


def _larger(builder: ir.IRBuilder, left: Any, right: Any) -> Any:
    return builder.select(builder.fcmp_ordered(">", left, right), left, right)


def _combine(builder: ir.IRBuilder, factors: Sequence[float], vectors: Sequence[Any]) -> Any:
    """The sum of ``vectors`` times ``factors``, of which one at least is positive: it comes first."""
    total = None
    for factor, vector in sorted(zip(factors, vectors, strict=True), key=lambda pair: -pair[0]):
        if factor == 0:
            continue
        if total is None:
            total = vector if factor == 1 else builder.fmul(_vector(factor), vector)
        elif factor == 1:
            total = builder.fadd(total, vector)
        elif factor == -1:
            total = builder.fsub(total, vector)
        else:
            total = _multiply_add(builder, _vector(factor), vector, total)
    return total


def _transform(builder: ir.IRBuilder, matrix: np.ndarray, grid: Grid) -> Grid:
    """``matrix @ grid @ matrix.T``."""
    half = [[_combine(builder, row, column) for column in zip(*grid, strict=True)] for row in matrix]
    return [[_combine(builder, row, line) for row in matrix] for line in half]


# --- functions made of them -----------------------------------------------------------------------------------


def _function(module: ir.Module, name: str, arguments: Sequence[Any], emit: Emit) -> ir.Function:
    """The function ``name`` of ``module``, made by ``emit`` if it isn't there; it is compiled for processors with :data:`FEATURES`."""
    if name in module.globals:
        return module.globals[name]
    function = ir.Function(module, ir.FunctionType(ir.VoidType(), arguments), name)
    function.linkage = "linkonce_odr"
    function.attributes.add("noinline")  # nor may it be inlined into code for lesser processors
    wanted = ",".join(f"+{name}" for name in FEATURES)
    # llvmlite knows no such attributes. Code for old processors would split what it loads into two.
    set.add(function.attributes, f'"target-features"="{wanted},-slow-unaligned-mem-32"')
    builder = ir.IRBuilder(function.append_basic_block())
    emit(builder, *function.args)
    builder.ret_void()
    return function


def _each_vector(builder: ir.IRBuilder, channels: Any) -> Any:
    return cgutils.for_range_slice(builder, _int(0), channels, _int(LANES), intp=INT)


def _emit_to_parts(
    builder: ir.IRBuilder, tile: Any, row: Any, col: Any, parts: Any, part: Any, channels: Any
) -> None:
    with _each_vector(builder, channels) as (channel, _):
        lane = (channel, _int(FLOAT_BYTES))
        grid = [
            [_load(builder, _at(builder, tile, (i, row), (j, col), lane)) for j in range(TILE)]
            for i in range(TILE)
        ]
        for i, line in enumerate(_transform(builder, TILE_TO_PARTS, grid)):
            for j, vector in enumerate(line):
                _store(builder, vector, _at(builder, parts, (i * TILE + j, part), lane))


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
    nothing = _vector(0)
    with _each_vector(builder, channels) as (channel, _):
        lane = (channel, _int(FLOAT_BYTES))
        numbered = [_load(builder, _at(builder, parts, (number, part), lane)) for number in range(PARTS)]
        grid = [numbered[i * TILE : (i + 1) * TILE] for i in range(TILE)]
        sums = _transform(builder, PARTS_TO_OUTPUTS, grid)
        shift = _load(builder, _at(builder, bias, lane))
        for i in range(OUTPUTS):
            for j in range(OUTPUTS):
                on_board = builder.and_(
                    builder.icmp_signed("<", _int(i), rows), builder.icmp_signed("<", _int(j), cols)
                )
                with builder.if_then(on_board):
                    place = ((i, row), (j, col), lane)
                    skipped = builder.select(adds, _load(builder, _at(builder, before, *place)), nothing)
                    value = builder.fadd(builder.fadd(sums[i][j], shift), skipped)
                    _store(builder, _larger(builder, value, nothing), _at(builder, out, *place))


def _emit_multiply(
    builder: ir.IRBuilder, left: Any, left_row: Any, right: Any, out: Any, rows: Any, inner: Any, width: Any
) -> None:
    """Column by column of the product, as many vectors wide as possible."""
    wide = _int(MOST_VECTORS * LANES)
    rest = builder.urem(width, wide)
    last = builder.sub(width, rest)
    with cgutils.for_range_slice(builder, _int(0), last, wide, intp=INT) as (first, _):
        _emit_column(builder, MOST_VECTORS, left, left_row, right, out, first, rows, inner, width)
    for vectors in range(1, MOST_VECTORS):
        with builder.if_then(builder.icmp_signed("==", rest, _int(vectors * LANES))):
            _emit_column(builder, vectors, left, left_row, right, out, last, rows, inner, width)


def _emit_column(
    builder: ir.IRBuilder,
    vectors: int,
    left: Any,
    left_row: Any,
    right: Any,
    out: Any,
    first: Any,
    rows: Any,
    inner: Any,
    width: Any,
) -> None:
    """``vectors`` vectors of each row of the product, ``first`` the number of their first float."""
    at_once = ROWS // vectors
    one = _int(FLOAT_BYTES)
    right_row = builder.mul(width, one)
    right, out = _at(builder, right, (first, one)), _at(builder, out, (first, one))
    sums = [[cgutils.alloca_once(builder, VECTOR) for _ in range(vectors)] for _ in range(at_once)]
    with cgutils.for_range_slice(builder, _int(0), rows, _int(at_once), intp=INT) as (row, _):
        for line in sums:
            for total in line:
                builder.store(_vector(0), total)
        with cgutils.for_range_slice(builder, _int(0), inner, _int(1), intp=INT) as (k, _):
            factors = [
                _broadcast(builder, _at(builder, left, (row, left_row), (r, left_row), (k, one)))
                for r in range(at_once)
            ]
            for v in range(vectors):
                weights = _load(builder, _at(builder, right, (k, right_row), (v * LANES, one)))
                for r in range(at_once):
                    total = _multiply_add(builder, factors[r], weights, builder.load(sums[r][v]))
                    builder.store(total, sums[r][v])
        for r in range(at_once):
            for v in range(vectors):
                place = _at(builder, out, (row, right_row), (r, right_row), (v * LANES, one))
                _store(builder, builder.load(sums[r][v]), place)


def _emit_summarise(
    builder: ir.IRBuilder, rows: Any, row: Any, totals: Any, count: Any, channels: Any
) -> None:
    maxima = _at(builder, totals, (channels, _int(FLOAT_BYTES)))
    total, most = cgutils.alloca_once(builder, VECTOR), cgutils.alloca_once(builder, VECTOR)
    with _each_vector(builder, channels) as (channel, _):
        lane = (channel, _int(FLOAT_BYTES))
        sum_place, most_place = _at(builder, totals, lane), _at(builder, maxima, lane)
        builder.store(_load(builder, sum_place), total)
        builder.store(_load(builder, most_place), most)
        with cgutils.for_range_slice(builder, _int(0), count, _int(1), intp=INT) as (number, _):
            vector = _load(builder, _at(builder, rows, (number, row), lane))
            builder.store(builder.fadd(builder.load(total), vector), total)
            builder.store(_larger(builder, vector, builder.load(most)), most)
        _store(builder, builder.load(total), sum_place)
        _store(builder, builder.load(most), most_place)


def _emit_rectify(builder: ir.IRBuilder, rows: Any, row: Any, shift: Any, count: Any, channels: Any) -> None:
    with _each_vector(builder, channels) as (channel, _):
        lane = (channel, _int(FLOAT_BYTES))
        addend = _load(builder, _at(builder, shift, lane))
        with cgutils.for_range_slice(builder, _int(0), count, _int(1), intp=INT) as (number, _):
            place = _at(builder, rows, (number, row), lane)
            _store(builder, _larger(builder, builder.fadd(_load(builder, place), addend), _vector(0)), place)


# --- what kernels call ----------------------------------------------------------------------------------------


def _arrays(context: Any, builder: ir.IRBuilder, kinds: Sequence[Any], values: Sequence[Any]) -> list[tuple]:
    """Of each array its first byte, its shape and its strides in bytes."""
    found = []
    for kind, value in zip(kinds, values, strict=True):
        array = context.make_array(kind)(context, builder, value)
        found.append(
            (
                builder.bitcast(array.data, BYTES),
                cgutils.unpack_tuple(builder, array.shape),
                cgutils.unpack_tuple(builder, array.strides),
            )
        )
    return found


@intrinsic
def _to_parts(typing_context, tile, parts):
    def generate(context, builder, signature, arguments):
        (tile_at, _, tile_steps), (parts_at, (_, channels), parts_steps) = _arrays(
            context, builder, signature.args, arguments
        )
        function = _function(
            builder.module, "buwei_to_parts", [BYTES, INT, INT, BYTES, INT, INT], _emit_to_parts
        )
        builder.call(function, [tile_at, tile_steps[0], tile_steps[1], parts_at, parts_steps[0], channels])
        return context.get_dummy_value()

    return types.void(tile, parts), generate


@intrinsic
def _from_parts(typing_context, parts, bias, before, adds, out):
    def generate(context, builder, signature, arguments):
        kinds = signature.args
        (parts_at, _, parts_steps), (bias_at, _, _), (before_at, _, _), (out_at, shape, steps) = _arrays(
            context, builder, kinds[:3] + kinds[4:], arguments[:3] + arguments[4:]
        )
        rows, cols, channels = shape
        function = _function(
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


@intrinsic
def _multiply(typing_context, left, right, out):
    def generate(context, builder, signature, arguments):
        (left_at, (rows, inner), left_steps), (right_at, (_, width), _), (out_at, _, _) = _arrays(
            context, builder, signature.args, arguments
        )
        function = _function(
            builder.module, "buwei_multiply", [BYTES, INT, BYTES, BYTES, INT, INT, INT], _emit_multiply
        )
        builder.call(function, [left_at, left_steps[0], right_at, out_at, rows, inner, width])
        return context.get_dummy_value()

    return types.void(left, right, out), generate


def _over_rows(name: str, emit: Emit) -> Any:
    """An intrinsic of rows, ``float32[n, C]``, each contiguous, and a vector."""

    @intrinsic
    def over_rows(typing_context, rows, vector):
        def generate(context, builder, signature, arguments):
            (rows_at, (count, channels), steps), (vector_at, _, _) = _arrays(
                context, builder, signature.args, arguments
            )
            function = _function(builder.module, name, [BYTES, INT, BYTES, INT, INT], emit)
            builder.call(function, [rows_at, steps[0], vector_at, count, channels])
            return context.get_dummy_value()

        return types.void(rows, vector), generate

    return over_rows


to_parts: Any = _to_parts
"""``to_parts(tile, parts)``: B^T ``tile`` B of a tile, ``float32[5, 5, C]``, into ``parts``, ``float32[25, C]``."""
from_parts: Any = _from_parts
"""``from_parts(parts, bias, before, adds, out)``: A^T ``parts`` A of ``parts``, ``float32[25, C]``, and ``bias``, ``float32[C]``, and, if ``adds``,
``before``, where it is positive, else 0, into ``out``. That and ``before`` are ``float32[r, c, C]`` with the same strides, at most 3x3 points: what
lies beyond is left out."""
multiply: Any = _multiply
"""``multiply(left, right, out)``: the product of two matrices; ``left`` has a multiple of :data:`ROWS` rows, each contiguous, the others are
contiguous throughout, with a multiple of :data:`LANES` columns."""
summarise: Any = _over_rows("buwei_summarise", _emit_summarise)
"""``summarise(rows, totals)``: add the sums of the columns of ``rows`` to the first half of ``totals``, ``float32[2 C]``, and have none of the
second half be less than any number in its column."""
rectify: Any = _over_rows("buwei_rectify", _emit_rectify)
"""``rectify(rows, shift)``: add ``shift``, ``float32[C]``, to each of ``rows``, and put 0 for what is negative."""
