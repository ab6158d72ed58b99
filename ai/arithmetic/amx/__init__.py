"""Our own networks' arithmetic in bfloat16 by the matrix unit of newer Intel processors (AMX: Intel's manual of instruction set extensions,
chapter 3).

Such a unit multiplies a tile of 16 rows by one of 16 columns in 16 cycles, 32 numbers deep. A 3x3 convolution is nine such products, one for each of
the points around: 32 channels of 16 points in a row of the board are a tile as they stand in memory.

``tiles`` makes the vector code, ``kernels`` the network of it, ``network`` takes the weights from a trained one.
"""
