"""Recognising errors that come from a lack of memory."""

import torch

SAID = ("DefaultCPUAllocator", "CUDA error: out of memory", "ALLOC_FAILED", "ALLOCATION_FAILED")
"""Parts of the messages by which torch on the processor, the card's driver and NVIDIA's libraries report it, in errors of a general class."""


def is_lack_of_memory(error: BaseException) -> bool:
    """Whether ``error``, or an error during whose handling it was raised, reports a lack of memory of the processor or a GPU. If a recording for a
    card fails, torch's last error says only that."""
    if isinstance(error, MemoryError | torch.OutOfMemoryError) or any(words in str(error) for words in SAID):
        return True
    return error.__context__ is not None and is_lack_of_memory(error.__context__)
