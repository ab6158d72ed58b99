"""Vector code for rows of floats, for processors with AVX2 and FMA (:func:`is_available`), and its building blocks.

A row holds a multiple of :data:`LANES` floats.
"""

from collections.abc import Callable, Sequence
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from ai.arithmetic.instructions import (
    BYTES,
    FLOAT,
    FLOAT_BYTES,
    INT,
    Emit,
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

LANES = 8
"""Floats in a vector."""
ROWS = 12
"""The number of rows of :data:`multiply`'s left factor is a multiple of this."""
MOST_VECTORS = 4
"""Most vectors of a row that are summed at once; in ``ROWS / MOST_VECTORS`` rows they fill the processor's registers."""
SUMMED_ROWS = {1: 8, 2: 4, 3: 4, 4: 2}
"""Rows of :data:`add_products` that are summed at once, by vectors of a row: enough sums to keep the processor busy, in a number of rows that divides
:data:`LANES`."""
FEATURES = ("avx2", "fma")

VECTOR = ir.VectorType(FLOAT, LANES)


def is_available() -> bool:
    """Whether this machine's processor can run the code of this module."""
    return has_features(FEATURES)


# --- instructions ---------------------------------------------------------------------------------------------


def constant(number: float) -> ir.Constant:
    return ir.Constant(VECTOR, [float(number)] * LANES)


def load_vector(builder: ir.IRBuilder, pointer: Any) -> Any:
    return load(builder, VECTOR, pointer)


def multiply_add(builder: ir.IRBuilder, left: Any, right: Any, addend: Any) -> Any:
    return call(builder, f"llvm.fma.v{LANES}f32", VECTOR, [left, right, addend])


def vector_function(module: ir.Module, name: str, arguments: Sequence[Any], emit: Emit) -> ir.Function:
    return llvm_function(module, name, arguments, FEATURES, emit)


def each_vector(builder: ir.IRBuilder, channels: Any) -> Any:
    return each(builder, channels, LANES)


# --- functions made of them -----------------------------------------------------------------------------------


def _by_columns(builder: ir.IRBuilder, width: Any, emit: Callable[[int, Any], None]) -> None:
    """Have ``emit`` write columns of a product, each as many vectors wide as possible; it gets that number and that of the column's first float."""
    wide = MOST_VECTORS * LANES
    rest = builder.urem(width, integer(wide))
    last = builder.sub(width, rest)
    with each(builder, last, wide) as (first, _):
        emit(MOST_VECTORS, first)
    for vectors in range(1, MOST_VECTORS):
        with builder.if_then(builder.icmp_signed("==", rest, integer(vectors * LANES))):
            emit(vectors, last)


def _emit_multiply(
    builder: ir.IRBuilder, left: Any, left_row: Any, right: Any, out: Any, rows: Any, inner: Any, width: Any
) -> None:
    def emit(vectors: int, first: Any) -> None:
        _emit_column(builder, vectors, left, left_row, right, out, first, rows, inner, width)

    _by_columns(builder, width, emit)


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
    """A column of the product: ``vectors`` vectors of each row, from float number ``first`` on."""
    at_once = ROWS // vectors
    one = integer(FLOAT_BYTES)
    right_row = builder.mul(width, one)
    right, out = at(builder, right, (first, one)), at(builder, out, (first, one))
    sums = [[cgutils.alloca_once(builder, VECTOR) for _ in range(vectors)] for _ in range(at_once)]
    with each(builder, rows, at_once) as (row, _):
        for line in sums:
            for total in line:
                builder.store(constant(0), total)
        with each(builder, inner) as (k, _):
            factors = [
                broadcast(
                    builder,
                    load(builder, FLOAT, at(builder, left, (row, left_row), (r, left_row), (k, one))),
                    LANES,
                )
                for r in range(at_once)
            ]
            for v in range(vectors):
                weights = load_vector(builder, at(builder, right, (k, right_row), (v * LANES, one)))
                for r in range(at_once):
                    total = multiply_add(builder, factors[r], weights, builder.load(sums[r][v]))
                    builder.store(total, sums[r][v])
        for r in range(at_once):
            for v in range(vectors):
                place = at(builder, out, (row, right_row), (r, right_row), (v * LANES, one))
                store(builder, builder.load(sums[r][v]), place)


def _emit_add_products(
    builder: ir.IRBuilder,
    left: Any,
    left_row: Any,
    right: Any,
    right_row: Any,
    out: Any,
    rows: Any,
    inner: Any,
    width: Any,
) -> None:
    def emit(vectors: int, first: Any) -> None:
        _emit_product_sums(builder, vectors, left, left_row, right, right_row, out, first, rows, inner, width)

    _by_columns(builder, width, emit)


def _emit_product_sums(
    builder: ir.IRBuilder,
    vectors: int,
    left: Any,
    left_row: Any,
    right: Any,
    right_row: Any,
    out: Any,
    first: Any,
    rows: Any,
    inner: Any,
    width: Any,
) -> None:
    """A column of the product: ``vectors`` vectors of each row of ``out``, from float number ``first`` on."""
    at_once = SUMMED_ROWS[vectors]
    one = integer(FLOAT_BYTES)
    out_row = builder.mul(width, one)
    right, out = at(builder, right, (first, one)), at(builder, out, (first, one))
    sums = [[cgutils.alloca_once(builder, VECTOR) for _ in range(vectors)] for _ in range(at_once)]
    with each(builder, rows, at_once) as (row, _):
        places = [
            [at(builder, out, (row, out_row), (r, out_row), (v * LANES, one)) for v in range(vectors)]
            for r in range(at_once)
        ]
        for r in range(at_once):
            for v in range(vectors):
                builder.store(load_vector(builder, places[r][v]), sums[r][v])
        with each(builder, inner) as (k, _):
            factors = [
                broadcast(
                    builder,
                    load(builder, FLOAT, at(builder, left, (k, left_row), (row, one), (r, one))),
                    LANES,
                )
                for r in range(at_once)
            ]
            for v in range(vectors):
                vector = load_vector(builder, at(builder, right, (k, right_row), (v * LANES, one)))
                for r in range(at_once):
                    total = multiply_add(builder, factors[r], vector, builder.load(sums[r][v]))
                    builder.store(total, sums[r][v])
        for r in range(at_once):
            for v in range(vectors):
                store(builder, builder.load(sums[r][v]), places[r][v])


def _emit_summarise(
    builder: ir.IRBuilder, rows: Any, row: Any, count: Any, channels: Any, totals: Any
) -> None:
    _emit_totals(builder, rows, row, count, channels, totals, None)


def _emit_summarise_rectified(
    builder: ir.IRBuilder, rows: Any, row: Any, count: Any, channels: Any, shift: Any, totals: Any
) -> None:
    _emit_totals(builder, rows, row, count, channels, totals, shift)


def _emit_totals(
    builder: ir.IRBuilder, rows: Any, row: Any, count: Any, channels: Any, totals: Any, shift: Any
) -> None:
    """Sums and maxima of rows, unchanged or, with a ``shift``, rectified."""
    maxima = at(builder, totals, (channels, FLOAT_BYTES))
    total, most = (cgutils.alloca_once(builder, VECTOR) for _ in range(2))
    with each_vector(builder, channels) as (channel, _):
        lane = (channel, FLOAT_BYTES)
        sum_place, most_place = at(builder, totals, lane), at(builder, maxima, lane)
        builder.store(load_vector(builder, sum_place), total)
        builder.store(load_vector(builder, most_place), most)
        addend = None if shift is None else load_vector(builder, at(builder, shift, lane))
        with each(builder, count) as (number, _):
            vector = load_vector(builder, at(builder, rows, (number, row), lane))
            if addend is not None:
                vector = _rectified(builder, vector, addend)
            builder.store(builder.fadd(builder.load(total), vector), total)
            builder.store(larger(builder, vector, builder.load(most)), most)
        store(builder, builder.load(total), sum_place)
        store(builder, builder.load(most), most_place)


def _rectified(builder: ir.IRBuilder, vector: Any, addend: Any) -> Any:
    return larger(builder, builder.fadd(vector, addend), constant(0))


def _emit_rectify(builder: ir.IRBuilder, rows: Any, row: Any, count: Any, channels: Any, shift: Any) -> None:
    with each_vector(builder, channels) as (channel, _):
        lane = (channel, FLOAT_BYTES)
        addend = load_vector(builder, at(builder, shift, lane))
        with each(builder, count) as (number, _):
            place = at(builder, rows, (number, row), lane)
            store(builder, _rectified(builder, load_vector(builder, place), addend), place)


def _emit_weigh_rectified(
    builder: ir.IRBuilder,
    rows: Any,
    row: Any,
    count: Any,
    channels: Any,
    shift: Any,
    more: Any,
    weights: Any,
    sums: Any,
) -> None:
    total = cgutils.alloca_once(builder, VECTOR)
    with each(builder, count) as (number, _):
        builder.store(constant(0), total)
        with each_vector(builder, channels) as (channel, _):
            lane = (channel, FLOAT_BYTES)
            vector = load_vector(builder, at(builder, rows, (number, row), lane))
            for addend in (shift, more):
                vector = _rectified(builder, vector, load_vector(builder, at(builder, addend, lane)))
            weight = load_vector(builder, at(builder, weights, lane))
            builder.store(multiply_add(builder, vector, weight, builder.load(total)), total)
        place = at(builder, sums, (number, FLOAT_BYTES))
        store(builder, _sum(builder, builder.load(total)), place)


def _sum(builder: ir.IRBuilder, vector: Any) -> Any:
    """The sum of all lanes, by adding halves."""
    for lanes in (LANES // 2, LANES // 4, 1):
        order = [(lane + lanes) % LANES for lane in range(LANES)]
        turned = builder.shuffle_vector(
            vector, vector, ir.Constant(ir.VectorType(ir.IntType(32), LANES), order)
        )
        vector = builder.fadd(vector, turned)
    return builder.extract_element(vector, ir.Constant(ir.IntType(32), 0))


# --- what kernels call ----------------------------------------------------------------------------------------


@intrinsic
def _multiply(typing_context, left, right, out):
    def generate(context, builder, signature, arguments):
        (left_at, (rows, inner), left_steps), (right_at, (_, width), _), (out_at, _, _) = arrays(
            context, builder, signature.args, arguments
        )
        function = vector_function(
            builder.module, "buwei_multiply", [BYTES, INT, BYTES, BYTES, INT, INT, INT], _emit_multiply
        )
        builder.call(function, [left_at, left_steps[0], right_at, out_at, rows, inner, width])
        return context.get_dummy_value()

    return types.void(left, right, out), generate


@intrinsic
def _add_products(typing_context, left, right, out):
    def generate(context, builder, signature, arguments):
        (left_at, (inner, rows), left_steps), (right_at, (_, width), right_steps), (out_at, _, _) = arrays(
            context, builder, signature.args, arguments
        )
        function = vector_function(
            builder.module,
            "buwei_add_products",
            [BYTES, INT, BYTES, INT, BYTES, INT, INT, INT],
            _emit_add_products,
        )
        builder.call(function, [left_at, left_steps[0], right_at, right_steps[0], out_at, rows, inner, width])
        return context.get_dummy_value()

    return types.void(left, right, out), generate


multiply: Any = _multiply
"""``multiply(left, right, out)``: the product of two matrices. ``left`` has a multiple of :data:`ROWS` rows, each contiguous; ``right`` and ``out``
are contiguous as a whole and have a multiple of :data:`LANES` columns."""
add_products: Any = _add_products
"""``add_products(left, right, out)``: add ``left``^T ``right`` to ``out``. The rows of ``left`` and ``right`` are contiguous, ``out`` as a whole; all
columns are multiples of :data:`LANES`."""
summarise: Any = over_rows("buwei_summarise", FEATURES, _emit_summarise)
"""``summarise(rows, (totals,))``: add the sums of the columns of ``rows`` to the first half of ``totals``, ``float32[2 C]``, and raise the second
half to the maxima of the columns where these are higher."""
summarise_rectified: Any = over_rows("buwei_summarise_rectified", FEATURES, _emit_summarise_rectified)
"""``summarise_rectified(rows, (shift, totals))``: as :data:`summarise`, for what :data:`rectify` would make of ``rows``; they stay as they are."""
rectify: Any = over_rows("buwei_rectify", FEATURES, _emit_rectify)
"""``rectify(rows, (shift,))``: add ``shift``, ``float32[C]``, to each of ``rows``, and replace negative numbers by 0."""
weigh_rectified: Any = over_rows("buwei_weigh_rectified", FEATURES, _emit_weigh_rectified)
"""``weigh_rectified(rows, (shift, more, weights, sums))``: rectify each row with ``shift`` and then with ``more``, and write the sum of its floats
times ``weights`` to ``sums``, ``float32[n]``; the rows stay as they are."""
