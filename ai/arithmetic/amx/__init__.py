"""The arithmetic of Buwei's own networks in bfloat16, by the matrix unit of newer Intel processors (AMX: Intel's manual of instruction set
extensions, chapter 3).

The unit multiplies a tile of 16 rows by one of 16 columns in 16 cycles, 32 numbers deep. A 3x3 convolution is nine such products, one for each of the
points around: 32 channels of 16 points in a row of the board lie in memory as a tile.

``tiles`` makes the vector code, ``kernels`` the network from it, and ``network`` takes the weights from a trained one.
"""
