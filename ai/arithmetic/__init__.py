"""The arithmetic of networks of ours, without torch: in single precision (``winograd``) or by a matrix unit (``amx``).

What both share: ``instructions``, of which vector code is put together, ``floats``, such code for rows of floats, ``heads``, where policy and value
come from, and ``weights``, which takes a trained network's.
"""
