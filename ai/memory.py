"""Whether an error tells of a lack of memory."""

import torch

SAID = ("DefaultCPUAllocator", "CUDA error: out of memory", "ALLOC_FAILED", "ALLOCATION_FAILED")
"""By torch's processor side, the card's driver, and NVIDIA's libraries, as of any other error."""


def is_lack_of_memory(error: BaseException) -> bool:
    """Whether Python or torch, on the processor or a GPU, says so, be it in an error that another has taken the place of: of what fails while it is
    recorded for a card torch tells in the end only that it failed."""
    if isinstance(error, MemoryError | torch.OutOfMemoryError) or any(words in str(error) for words in SAID):
        return True
    return error.__context__ is not None and is_lack_of_memory(error.__context__)
