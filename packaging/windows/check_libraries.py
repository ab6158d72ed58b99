"""Names the DLLs that a Windows program asks for and that neither it nor Windows 10 brings: ``check_libraries.py FOLDER``; 1 if there are any.

Also tells the versions of Microsoft's runtime in it, which should stand there once and be new enough for torch (14.40).
"""

import re
import sys
from pathlib import Path

import pefile

RUNTIME = re.compile(r"(msvcp140|vcruntime140|vcomp140|concrt140)\w*\.dll")
"""Packages that bring a copy for themselves alone give it another name."""
LEAST_RUNTIME = (14, 40)
OF_WINDOWS = (
    "advapi32 authz bcrypt bcryptprimitives cabinet cfgmgr32 comctl32 comdlg32 crypt32 d2d1 d3d11 d3d12 d3d9 d3dcompiler_47 dbghelp dcomp "
    "dnsapi dwmapi dwrite dxgi gdi32 hid imm32 iphlpapi kernel32 mf mfplat mfreadwrite mpr msi msimg32 msvcrt ncrypt netapi32 normaliz ntdll "
    "ole32 oleaut32 opengl32 pdh powrprof propsys psapi rpcrt4 rstrtmgr runtimeobject secur32 setupapi shcore shell32 shlwapi synchronization "
    "imagehlp ucrtbase uiautomationcore user32 userenv usp10 uxtheme version winhttp winmm winspool.drv wintrust wldap32 ws2_32 wtsapi32"
)
DIRECTORIES = [
    pefile.DIRECTORY_ENTRY[f"IMAGE_DIRECTORY_ENTRY_{kind}"] for kind in ("IMPORT", "DELAY_IMPORT", "RESOURCE")
]


def main(folder: Path) -> int:
    files = [path for path in folder.rglob("*") if path.suffix.lower() in (".dll", ".pyd", ".exe")]
    bundled = {path.name.lower() for path in files}
    wrong = []
    for path in sorted(files):
        library = pefile.PE(str(path), fast_load=True)
        library.parse_data_directories(DIRECTORIES)
        place = path.relative_to(folder)
        wrong += [f"{place} needs {name}" for name in imports(library) if not is_there(name, bundled)]
        if RUNTIME.fullmatch(path.name.lower()):
            number = library.VS_FIXEDFILEINFO[0]
            version = (number.FileVersionMS >> 16, number.FileVersionMS & 0xFFFF)
            print(f"{place} {version[0]}.{version[1]}")
            if version < LEAST_RUNTIME or path.parent != folder / "_internal":
                wrong.append(f"{place} is an old or a second copy of Microsoft's runtime")
    print("\n".join(wrong) or f"{len(files)} files find all their libraries")
    return 1 if wrong else 0


def imports(library: pefile.PE) -> set[str]:
    entries = [
        *getattr(library, "DIRECTORY_ENTRY_IMPORT", []),
        *getattr(library, "DIRECTORY_ENTRY_DELAY_IMPORT", []),
    ]
    return {entry.dll.decode().lower() for entry in entries}


def is_there(name: str, bundled: set[str]) -> bool:
    return (
        name in bundled
        or name.startswith(("api-ms-win-", "ext-ms-"))
        or name.removesuffix(".dll") in OF_WINDOWS.split()
    )


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
