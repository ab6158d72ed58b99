"""Many arrays passed to compiled code as one.

At each call numba looks at every array that it is given and at the array's memory. For about twenty arrays this takes 13 microseconds, and
several times as long when the processor's caches hold other data, as after a network has run. Packed, they take 1 (docs/methods.md,
"What a call is handed").
"""

from typing import Any

from numba import types
from numba.experimental import structref

from core.compiled import kernel


@structref.register
class PackedType(types.StructRef):
    """numba's type of a :class:`Packed`, which depends on what it holds."""

    def preprocess_fields(self, fields: Any) -> Any:
        return tuple((name, types.unliteral(kind)) for name, kind in fields)


class Packed(structref.StructRefProxy):
    """A tuple that numba has already looked at; compiled code finds it as ``content``."""


structref.define_constructor(Packed, PackedType, ["content"])
structref.define_attributes(PackedType)
structref.define_boxing(PackedType, Packed)


@kernel
def pack(content):
    """``content``, a tuple of arrays or other tuples, as one object."""
    return Packed(content)
