"""Writes a DLL's source that lends Wine the complex functions that numpy needs: for trying a program under Wine, never shipped.

``make_shim.py UCRTBASE.DLL FOLDER`` takes Wine's ``ucrtbase.dll`` and leaves in FOLDER a copy of it under another name (``ucrtwine.dll``), and
``shim.c`` and ``shim.def`` for a new ``ucrtbase.dll`` that computes with complex numbers itself and forwards everything else to the copy.
"""

import sys
from pathlib import Path

import pefile

BUILTIN_MARK = b"Wine builtin DLL"
"""Wine would take a file that bears it for its own and never load it from where it stands."""
UNARY = "cexp clog csqrt csin ccos ctan csinh ccosh ctanh cacos casin catan cacosh casinh catanh conj cproj"
REAL = ("creal", "cimag", "carg", "cabs")
MAKERS = {"_Cbuild": "double", "_FCbuild": "float", "_LCbuild": "double"}
HEAD = """\
#include <complex.h>
#include <math.h>
typedef struct { double v[2]; } double_pair;
typedef struct { float v[2]; } float_pair;
static double_pair to_double(double complex z) { double_pair pair = {{__real__ z, __imag__ z}}; return pair; }
static float_pair to_float(float complex z) { float_pair pair = {{__real__ z, __imag__ z}}; return pair; }
static double complex of_double(double_pair a) { double complex z; __real__ z = a.v[0]; __imag__ z = a.v[1]; return z; }
static double complex of_float(float_pair a) { double complex z; __real__ z = a.v[0]; __imag__ z = a.v[1]; return z; }
"""


def main(wine_dll: Path, folder: Path) -> None:
    code = wine_dll.read_bytes()
    copy = folder / "ucrtwine.dll"
    copy.write_bytes(code.replace(BUILTIN_MARK, bytes(len(BUILTIN_MARK)), 1))
    library = pefile.PE(str(copy), fast_load=True)
    library.parse_data_directories([pefile.DIRECTORY_ENTRY["IMAGE_DIRECTORY_ENTRY_EXPORT"]])
    exports = [symbol.name.decode() for symbol in library.DIRECTORY_ENTRY_EXPORT.symbols if symbol.name]
    functions = {name: line for name, line in own_functions() if name in exports}
    (folder / "shim.c").write_text(HEAD + "\n".join(functions.values()) + "\n", encoding="ascii")
    lines = [
        f'"{name}" = own_{name}' if name in functions else f'"{name}" = "ucrtwine.{name}"' for name in exports
    ]
    (folder / "shim.def").write_text(
        "LIBRARY ucrtbase.dll\nEXPORTS\n" + "\n".join(lines) + "\n", encoding="ascii"
    )


def own_functions():
    """Name and C code of each function; Windows' long double is a double."""
    for suffix, number in (("", "double"), ("f", "float"), ("l", "double")):
        pair, of, to = f"{number}_pair", f"of_{number}", f"to_{number}"
        for name in REAL:
            yield name + suffix, f"{number} own_{name}{suffix}({pair} a) {{ return {name}({of}(a)); }}"
        for name in UNARY.split():
            yield name + suffix, f"{pair} own_{name}{suffix}({pair} a) {{ return {to}({name}({of}(a))); }}"
        yield (
            "cpow" + suffix,
            f"{pair} own_cpow{suffix}({pair} a, {pair} b) {{ return {to}(cpow({of}(a), {of}(b))); }}",
        )
    for name, number in MAKERS.items():
        code = f"{number}_pair own_{name}({number} a, {number} b) {{ {number}_pair pair = {{{{a, b}}}}; return pair; }}"
        yield name, code


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
