"""Vector code for what stands between the convolutions of a network that learns: batch normalisation, rectifying and totals over the board, with
their gradients. All of it goes over rows of channels, ``float32[n, C]``; other rows beside the first lie at the same distances.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from llvmlite import ir
from numba.core import cgutils

from ai.arithmetic.floats import FEATURES, LANES, VECTOR, constant, each_vector, load_vector, multiply_add
from ai.arithmetic.instructions import FLOAT, FLOAT_BYTES, at, broadcast, each, larger, load, over_rows, store

Lane = tuple[Any, int]


@contextmanager
def _added_up(builder: ir.IRBuilder, lane: Lane, *sums: Any) -> Iterator[list[Any]]:
    """Variables that begin with the vectors of ``sums`` and are stored there at the end."""
    places = [at(builder, each_sum, lane) for each_sum in sums]
    totals = [cgutils.alloca_once(builder, VECTOR) for _ in places]
    for total, place in zip(totals, places, strict=True):
        builder.store(load_vector(builder, place), total)
    yield totals
    for total, place in zip(totals, places, strict=True):
        store(builder, builder.load(total), place)


def _emit_add_up(builder: ir.IRBuilder, rows: Any, row: Any, count: Any, channels: Any, sums: Any) -> None:
    with each_vector(builder, channels) as (channel, _):
        lane = (channel, FLOAT_BYTES)
        with _added_up(builder, lane, sums) as (total,), each(builder, count) as (number, _):
            vector = load_vector(builder, at(builder, rows, (number, row), lane))
            builder.store(builder.fadd(builder.load(total), vector), total)


def _emit_add_up_squares(
    builder: ir.IRBuilder, rows: Any, row: Any, count: Any, channels: Any, mean: Any, sums: Any
) -> None:
    with each_vector(builder, channels) as (channel, _):
        lane = (channel, FLOAT_BYTES)
        middle = load_vector(builder, at(builder, mean, lane))
        with _added_up(builder, lane, sums) as (total,), each(builder, count) as (number, _):
            vector = load_vector(builder, at(builder, rows, (number, row), lane))
            difference = builder.fsub(vector, middle)
            builder.store(multiply_add(builder, difference, difference, builder.load(total)), total)


def _emit_scale(
    builder: ir.IRBuilder, rows: Any, row: Any, count: Any, channels: Any, factor: Any, addend: Any, out: Any
) -> None:
    _emit_scaled(builder, rows, row, count, channels, factor, addend, None, out)


def _emit_scale_and_add(
    builder: ir.IRBuilder,
    rows: Any,
    row: Any,
    count: Any,
    channels: Any,
    factor: Any,
    addend: Any,
    before: Any,
    out: Any,
) -> None:
    _emit_scaled(builder, rows, row, count, channels, factor, addend, before, out)


def _emit_scaled(
    builder: ir.IRBuilder,
    rows: Any,
    row: Any,
    count: Any,
    channels: Any,
    factor: Any,
    addend: Any,
    before: Any,
    out: Any,
) -> None:
    with each_vector(builder, channels) as (channel, _):
        lane = (channel, FLOAT_BYTES)
        factors, addends = (load_vector(builder, at(builder, each_of, lane)) for each_of in (factor, addend))
        with each(builder, count) as (number, _):
            place = ((number, row), lane)
            value = multiply_add(builder, load_vector(builder, at(builder, rows, *place)), factors, addends)
            if before is not None:
                value = builder.fadd(value, load_vector(builder, at(builder, before, *place)))
            store(builder, larger(builder, value, constant(0)), at(builder, out, *place))


def _emit_mask(
    builder: ir.IRBuilder, gradients: Any, row: Any, count: Any, channels: Any, rectified: Any, sums: Any
) -> None:
    with each_vector(builder, channels) as (channel, _):
        lane = (channel, FLOAT_BYTES)
        with _added_up(builder, lane, sums) as (total,), each(builder, count) as (number, _):
            gradient = _masked(builder, gradients, rectified, (number, row), lane)
            builder.store(builder.fadd(builder.load(total), gradient), total)


def _emit_mask_and_multiply(
    builder: ir.IRBuilder,
    gradients: Any,
    row: Any,
    count: Any,
    channels: Any,
    rectified: Any,
    inputs: Any,
    mean: Any,
    sums: Any,
    products: Any,
) -> None:
    with each_vector(builder, channels) as (channel, _):
        lane = (channel, FLOAT_BYTES)
        middle = load_vector(builder, at(builder, mean, lane))
        with (
            _added_up(builder, lane, sums, products) as (total, product),
            each(builder, count) as (number, _),
        ):
            gradient = _masked(builder, gradients, rectified, (number, row), lane)
            builder.store(builder.fadd(builder.load(total), gradient), total)
            difference = builder.fsub(load_vector(builder, at(builder, inputs, (number, row), lane)), middle)
            builder.store(multiply_add(builder, gradient, difference, builder.load(product)), product)


def _masked(builder: ir.IRBuilder, gradients: Any, rectified: Any, row: tuple[Any, Any], lane: Lane) -> Any:
    """A vector of ``gradients``, set to 0 where ``rectified`` is 0."""
    place = at(builder, gradients, row, lane)
    is_on = builder.fcmp_ordered(">", load_vector(builder, at(builder, rectified, row, lane)), constant(0))
    gradient = builder.select(is_on, load_vector(builder, place), constant(0))
    store(builder, gradient, place)
    return gradient


def _emit_combine(
    builder: ir.IRBuilder,
    gradients: Any,
    row: Any,
    count: Any,
    channels: Any,
    factor: Any,
    inputs: Any,
    slope: Any,
    addend: Any,
    out: Any,
) -> None:
    with each_vector(builder, channels) as (channel, _):
        lane = (channel, FLOAT_BYTES)
        factors, slopes, addends = (
            load_vector(builder, at(builder, each_of, lane)) for each_of in (factor, slope, addend)
        )
        with each(builder, count) as (number, _):
            place = ((number, row), lane)
            value = multiply_add(builder, load_vector(builder, at(builder, inputs, *place)), slopes, addends)
            value = multiply_add(
                builder, load_vector(builder, at(builder, gradients, *place)), factors, value
            )
            store(builder, value, at(builder, out, *place))


def _emit_find_peaks(
    builder: ir.IRBuilder,
    rows: Any,
    row: Any,
    count: Any,
    channels: Any,
    numbers: Any,
    sums: Any,
    maxima: Any,
    peaks: Any,
) -> None:
    with each_vector(builder, channels) as (channel, _):
        lane = (channel, FLOAT_BYTES)
        with (
            _added_up(builder, lane, sums, maxima, peaks) as (total, most, peak),
            each(builder, count) as (number, _),
        ):
            vector = load_vector(builder, at(builder, rows, (number, row), lane))
            here = broadcast(
                builder, load(builder, FLOAT, at(builder, numbers, (number, FLOAT_BYTES))), LANES
            )
            is_more = builder.fcmp_ordered(">", vector, builder.load(most))
            builder.store(builder.fadd(builder.load(total), vector), total)
            builder.store(builder.select(is_more, here, builder.load(peak)), peak)
            builder.store(builder.select(is_more, vector, builder.load(most)), most)


def _emit_add_to(builder: ir.IRBuilder, rows: Any, row: Any, count: Any, channels: Any, addend: Any) -> None:
    with each_vector(builder, channels) as (channel, _):
        lane = (channel, FLOAT_BYTES)
        vector = load_vector(builder, at(builder, addend, lane))
        with each(builder, count) as (number, _):
            place = at(builder, rows, (number, row), lane)
            store(builder, builder.fadd(load_vector(builder, place), vector), place)


add_up: Any = over_rows("buwei_add_up", FEATURES, _emit_add_up)
"""``add_up(rows, (sums,))``: add the sums of the columns of ``rows`` to ``sums``, ``float32[C]``."""
add_up_squares: Any = over_rows("buwei_add_up_squares", FEATURES, _emit_add_up_squares)
"""``add_up_squares(rows, (mean, sums))``: the same for the squares of differences from ``mean``."""
scale: Any = over_rows("buwei_scale", FEATURES, _emit_scale)
"""``scale(rows, (factor, addend, out))``: write ``rows`` times ``factor`` plus ``addend`` to ``out``, with 0 for negative numbers."""
scale_and_add: Any = over_rows("buwei_scale_and_add", FEATURES, _emit_scale_and_add)
"""``scale_and_add(rows, (factor, addend, before, out))``: the same with ``before`` added."""
mask: Any = over_rows("buwei_mask", FEATURES, _emit_mask)
"""``mask(gradients, (rectified, sums))``: set ``gradients`` to 0 where ``rectified`` is 0, and add the sums of their columns to ``sums``."""
mask_and_multiply: Any = over_rows("buwei_mask_and_multiply", FEATURES, _emit_mask_and_multiply)
"""``mask_and_multiply(gradients, (rectified, inputs, mean, sums, products))``: the same, and add the sums of their products with the differences of
``inputs`` from ``mean`` to ``products``."""
combine: Any = over_rows("buwei_combine", FEATURES, _emit_combine)
"""``combine(gradients, (factor, inputs, slope, addend, out))``: write ``gradients * factor + inputs * slope + addend`` to ``out``."""
find_peaks: Any = over_rows("buwei_find_peaks", FEATURES, _emit_find_peaks)
"""``find_peaks(rows, (numbers, sums, maxima, peaks))``: add the sums of the columns to ``sums``, raise ``maxima`` to those of the columns where these
are higher, and write which of ``numbers``, ``float32[n]``, that row has to ``peaks``, ``float32[C]``."""
add_to: Any = over_rows("buwei_add_to", FEATURES, _emit_add_to)
"""``add_to(rows, (addend,))``: add ``addend``, ``float32[C]``, to each of ``rows``."""
