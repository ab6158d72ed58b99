"""The arithmetic of Buwei's own networks in single precision, for processors on which no library is faster.

A 3x3 convolution by Winograd's minimal filtering (Lavin and Gray 2016, "Fast algorithms for convolutional neural networks", section 4) computes nine
outputs from a tile of 5x5 inputs with 25 multiplications in place of 81. Nine tiles cover a 9x9 board exactly.

``tiles`` makes the vector code, ``kernels`` the network from it, and ``network`` takes the weights from a trained one.
"""
