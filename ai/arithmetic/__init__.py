"""The arithmetic of Buwei's own networks, without torch: in single precision (``winograd``) or by a matrix unit (``amx``).

Both use ``instructions``, the building blocks of vector code; ``floats``, vector code for rows of floats; ``heads``, which computes policy and value;
and ``weights``, which takes the weights from a trained network.
"""
