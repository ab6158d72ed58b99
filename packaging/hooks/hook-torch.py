"""What the program takes of torch, in place of PyInstaller's own hook: that imports all of torch to find it, and brings all its sources along.

Only some sources are read when torch is imported: those whose functions are compiled for TorchScript, and those of settings, whose comments count.
"""

import re
from pathlib import Path

from PyInstaller.utils.hooks import collect_dynamic_libs, get_package_paths

READ_AS_SOURCE = re.compile(r"install_config_module|_overload|jit\.script|@script|script_if_tracing")
UNUSED = re.compile(
    r"""
    torch/(test|share|include|bin)/ | torch/utils/(benchmark|tensorboard|cpp_extension|bottleneck|hipify|viz)
    | torch/testing/_internal/(?!common_dtype|logging_tensor|distributed/(fake_pg|__init__)|__init__)
    | torch/_inductor/(codegen|fx_passes|kernel|autoheuristic|lowering|scheduler|ir\.py|select_algorithm)
    """,
    re.VERBOSE,
)
"""Tools for torch's own tests, for compilers and for graphs. Leaving more out saves little, and much is imported with an optimiser."""

_base, _folder = get_package_paths("torch")
_sources = {
    name: path
    for path in sorted(Path(_folder).rglob("*.py"))
    if not UNUSED.search(name := path.relative_to(_base).as_posix())
}

hiddenimports = [name.removesuffix(".py").removesuffix("/__init__").replace("/", ".") for name in _sources]
datas = [
    (str(path), str(Path(name).parent))
    for name, path in _sources.items()
    if READ_AS_SOURCE.search(path.read_text("utf-8"))
]
# torch looks for this program when it is imported, though it runs it only for tensors shared between processes
datas += [(str(path), "torch/bin") for path in Path(_folder).glob("bin/torch_shm_manager*")]
binaries = collect_dynamic_libs("torch", search_patterns=["*.dll", "*.so", "*.so.*"])
warn_on_missing_hiddenimports = False
# torch looks for its libraries beside each other, not through links
bindepend_symlink_suppression = ["**/torch/lib/*.so*"]
