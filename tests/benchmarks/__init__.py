"""Scripts that measure the program: ``python -m tests.benchmarks.NAME``, in the folder that it stands in.

Before any of them imports numba, torch or Qt, the environment is made the program's own here: with kernels of the sources as they are, and threads
that wait as its threads do. No window is on a real screen unless the user wants that.
"""

import os

from main import prepare_environment

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
prepare_environment(None)
