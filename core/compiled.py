"""How the program's Python is compiled by numba, and the instructions that Python has no words for.

Three kinds of compiled code: a :data:`kernel`, which Python may call and which makes arrays; a :data:`function`, which only compiled code calls, in
its place or (:data:`inlined`) as a copy within it; a :data:`primitive`, whose text is put into what calls it.
"""

from contextlib import suppress
from pickle import UnpicklingError
from typing import Any

from llvmlite import ir
from numba import njit, types
from numba.core import caching
from numba.cpython.unsafe.tuple import tuple_setitem
from numba.extending import intrinsic


class _KeptKernel(caching.IndexDataCacheFile):
    """numba's files of one kernel. One that a power cut left empty, or full of zeros, is as good as none: numba itself would fail at each start."""

    def _load_index(self) -> dict:
        with suppress(EOFError, UnpicklingError):
            return super()._load_index()
        return {}

    def _load_data(self, name: str) -> Any:
        with suppress(EOFError, UnpicklingError):
            return super()._load_data(name)


caching.IndexDataCacheFile = _KeptKernel


def compiled(**options: bool) -> Any:
    """Compiles a kernel and keeps it (:mod:`core.kernel_cache`)."""
    return njit(nogil=True, cache=True, boundscheck=False, **options)  # type: ignore[call-overload]


kernel = compiled(_nrt=True)
"""Compiles what makes arrays, or hands one back. A number that one kernel hands to another is made an ``np.int64`` where it would else be a literal:
for each literal, even the 0 that a counter begins with, numba compiles the called kernel anew."""
function = compiled(_nrt=False)
"""Compiles all else that isn't inlined, without numba's counts of who uses an array: for each array that is handed over, or looked into by a part of
it, these add one and take it off again, and lock the memory for it (docs/methods.md). So numba refuses to make an array here, the copy of a row
among them; what hands back a new one can't be called, for nobody would free it; and no array may be handed back, not even a part of one."""
inlined = compiled(_nrt=False, forceinline=True)
"""As :data:`function`, for what is so short, or called so often, that the call itself counts: whatever calls it has a copy of it."""
primitive: Any = njit(inline="always")
"""Compiles what is inlined into kernels."""
set_item: Any = tuple_setitem
"""A tuple with one item replaced."""


@intrinsic
def _count(typing_context, bits):
    def generate(context, builder, signature, arguments):
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), generate


@intrinsic
def _lowest(typing_context, bits):
    def generate(context, builder, signature, arguments):
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), generate


count_bits: Any = _count
"""How many bits of a word are set."""
lowest_bit: Any = _lowest
"""The number of the lowest bit of a word that isn't zero."""
