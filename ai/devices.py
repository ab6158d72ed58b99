"""Which device computes, and which devices are fast in bfloat16."""

import functools
import logging

import torch

log = logging.getLogger(__name__)


@functools.cache
def best_device() -> torch.device:
    """The graphics card if torch can compute on it, which is tried once, else the processor."""
    if torch.cuda.is_available():
        try:
            _try_out(torch.device("cuda"))
        except RuntimeError as error:
            # torch may be built for newer cards only, or other programs may fill the card's memory
            log.warning("the graphics card can't be used, the processor computes: %s", error)
        else:
            return torch.device("cuda")
    return torch.device("cpu")


def _try_out(device: torch.device) -> None:
    """Compute a convolution and its gradients; ``RuntimeError`` if ``device`` can't."""
    layer = torch.nn.Conv2d(8, 8, 3, device=device)
    layer(torch.ones(2, 8, 9, 9, device=device)).sum().backward()
    torch.cuda.synchronize(device)


def bfloat16_is_fast(device: torch.device) -> bool:
    """Whether ``device`` computes in bfloat16 (8 significant bits in 16) natively; others emulate it, which is slower than single precision."""
    if device.type == "cuda":
        return torch.cuda.is_bf16_supported(including_emulation=False)
    return torch.backends.mkldnn.is_available() and torch.cpu._is_avx512_bf16_supported()
