"""Many arrays handed to compiled code as one.

At each call numba looks at each array that it is handed, and at what memory that has. For some twenty arrays this takes 13 microseconds,
and several times as long where the processor's caches hold other things, as after a network; once they are packed, 1
(docs/methods.md, "What a call is handed").
"""

from typing import Any

from numba import types
from numba.experimental import structref

from core.compiled import kernel


@structref.register
class PackedType(types.StructRef):
    """numba's type of a :class:`Packed`, told apart by what it holds."""

    def preprocess_fields(self, fields: Any) -> Any:
        return tuple((name, types.unliteral(kind)) for name, kind in fields)


class Packed(structref.StructRefProxy):
    """A tuple, ``content`` to compiled code, that numba has looked at already."""


structref.define_constructor(Packed, PackedType, ["content"])
structref.define_attributes(PackedType)
structref.define_boxing(PackedType, Packed)


@kernel
def pack(content):
    """``content``, a tuple of arrays or other tuples, as one."""
    return Packed(content)
