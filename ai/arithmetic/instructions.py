"""LLVM instructions put together by hand, for vector code that is faster than what a compiler makes of loops over numpy arrays.

A function made here is compiled for the processor features that it names, whatever processor the kernels around it are compiled for. The caller
checks that the processor has them (:func:`has_features`).
"""

import platform
from collections.abc import Callable, Sequence
from typing import Any

from llvmlite import binding, ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from core.kernel_cache import MACHINES

FLOAT = ir.FloatType()
INT = ir.IntType(64)
BYTES = ir.IntType(8).as_pointer()
FLOAT_BYTES = 4

Emit = Callable[..., None]


def has_features(names: Sequence[str]) -> bool:
    """Whether this machine's processor has all features with these ``names`` of LLVM's."""
    if platform.machine() not in MACHINES:
        return False
    features = binding.get_host_cpu_features()
    return all(features.get(name) for name in names)


def integer(number: int) -> ir.Constant:
    return ir.Constant(INT, number)


def at(builder: ir.IRBuilder, pointer: Any, *steps: tuple[Any, Any]) -> Any:
    """``pointer`` moved on by each of ``steps``: a number, and the bytes that it is multiplied by."""
    offset = integer(0)
    for number, stride in steps:
        number, stride = (integer(n) if isinstance(n, int) else n for n in (number, stride))
        offset = builder.add(offset, builder.mul(number, stride))
    return builder.gep(pointer, [offset])


def load(builder: ir.IRBuilder, kind: ir.Type, pointer: Any, align: int = FLOAT_BYTES) -> Any:
    return builder.load(builder.bitcast(pointer, kind.as_pointer()), align=align)


def store(builder: ir.IRBuilder, value: Any, pointer: Any, align: int = FLOAT_BYTES) -> None:
    builder.store(value, builder.bitcast(pointer, value.type.as_pointer()), align=align)


def broadcast(builder: ir.IRBuilder, number: Any, lanes: int) -> Any:
    """A vector with ``number`` in every lane."""
    nothing = ir.Constant(ir.VectorType(number.type, lanes), ir.Undefined)
    first = builder.insert_element(nothing, number, ir.Constant(ir.IntType(32), 0))
    order = ir.Constant(ir.VectorType(ir.IntType(32), lanes), [0] * lanes)
    return builder.shuffle_vector(first, nothing, order)


def larger(builder: ir.IRBuilder, left: Any, right: Any) -> Any:
    return builder.select(builder.fcmp_ordered(">", left, right), left, right)


def each(builder: ir.IRBuilder, end: Any, step: int = 1) -> Any:
    """A loop over the numbers from 0 to ``end``: ``with each(...) as (number, _)``."""
    return cgutils.for_range_slice(builder, integer(0), end, integer(step), intp=INT)


def call(builder: ir.IRBuilder, name: str, result: ir.Type, arguments: Sequence[Any]) -> Any:
    """Call one of LLVM's own functions."""
    function = builder.module.globals.get(name)
    if function is None:
        kind = ir.FunctionType(result, [argument.type for argument in arguments])
        function = ir.Function(builder.module, kind, name)
    return builder.call(function, arguments)


def llvm_function(
    module: ir.Module, name: str, arguments: Sequence[Any], features: Sequence[str], emit: Emit
) -> ir.Function:
    """The function ``name`` of ``module``, compiled for processors with ``features``; ``emit`` writes it if it isn't there yet."""
    if name in module.globals:
        return module.globals[name]
    made = ir.Function(module, ir.FunctionType(ir.VoidType(), arguments), name)
    made.linkage = "linkonce_odr"
    made.attributes.add("noinline")  # nor may it be inlined into code for lesser processors
    wanted = ",".join(f"+{name}" for name in features)
    # llvmlite refuses such attributes. Code for old processors would split each load into two.
    set.add(made.attributes, f'"target-features"="{wanted},-slow-unaligned-mem-32"')
    builder = ir.IRBuilder(made.append_basic_block())
    emit(builder, *made.args)
    builder.ret_void()
    return made


def arrays(context: Any, builder: ir.IRBuilder, kinds: Sequence[Any], values: Sequence[Any]) -> list[tuple]:
    """The pointer to the first byte, the shape, and the strides in bytes of each array."""
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


def over_rows(name: str, features: Sequence[str], emit: Emit) -> Any:
    """An intrinsic whose arguments are rows, ``[n, C]``, each contiguous, and a tuple of vectors. ``emit`` gets a pointer to the first row, the bytes
    to the next row, ``n``, ``C``, and pointers to the vectors."""

    @intrinsic
    def over(typing_context, rows, vectors):
        def generate(context, builder, signature, arguments):
            kinds = [signature.args[0], *signature.args[1]]
            values = [arguments[0], *cgutils.unpack_tuple(builder, arguments[1])]
            (rows_at, (count, channels), steps), *others = arrays(context, builder, kinds, values)
            handed = [rows_at, steps[0], count, channels, *(at_first for at_first, _, _ in others)]
            made = llvm_function(builder.module, name, [value.type for value in handed], features, emit)
            builder.call(made, handed)
            return context.get_dummy_value()

        return types.void(rows, vectors), generate

    return over
