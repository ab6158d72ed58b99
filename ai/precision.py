"""Which devices multiply numbers of fewer bits faster."""

import torch


def bfloat16_is_fast(device: torch.device) -> bool:
    """Whether ``device`` computes bfloat16 (8 significant bits in 16) natively; others only imitate it, slower than single precision."""
    if device.type == "cuda":
        return torch.cuda.is_bf16_supported(including_emulation=False)
    return torch.backends.mkldnn.is_available() and torch.cpu._is_avx512_bf16_supported()
