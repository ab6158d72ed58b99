"""How the program's Python is compiled by numba, and the instructions that Python has no words for.

Three kinds of compiled code: a :data:`kernel` may create arrays; a :data:`function` creates none and is called, or copied into its caller
(:data:`inlined`); a :data:`primitive` becomes part of its caller before that is compiled.
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
    """numba's cache files of one kernel. A file that a power cut left empty or full of zeros counts as missing; numba would fail at each start."""

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
"""Compiles functions that create or return arrays. Numbers go from one kernel to another as ``np.int64``, never as literals: numba compiles the
called kernel anew for each literal, even for the 0 at which a counter begins."""
function = compiled(_nrt=False)
"""Compiles all other functions that aren't inlined, without numba's reference counts: for each array passed or sliced these add one and subtract it
again, each time with a locked access to memory (docs/methods.md). Without them numba refuses to create an array, even the copy of a row. Nor can a
function be called here that returns a new array, which nobody would free, and no array may be returned, not even a slice."""
inlined = compiled(_nrt=False, forceinline=True)
"""Like :data:`function`, for code so short, or called so often, that the call itself counts: each caller has a copy of it."""
primitive: Any = njit(inline="always")
"""Compiles code that is inlined into its callers."""
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
