"""Whether an error tells of a lack of memory."""

import torch


def is_lack_of_memory(error: BaseException) -> bool:
    """Whether Python or torch, on the processor or a GPU, says so."""
    return isinstance(error, MemoryError | torch.OutOfMemoryError) or "DefaultCPUAllocator" in str(error)
