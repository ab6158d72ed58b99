"""Our own networks' arithmetic in single precision, for processors whose libraries have no faster way.

A 3x3 convolution by Winograd's minimal filtering (Lavin and Gray 2016, "Fast algorithms for convolutional neural networks", section 4) takes nine
outputs from a tile of 5x5 inputs with 25 multiplications in place of 81: nine tiles make a 9x9 board without a rest.

``tiles`` makes the vector code, ``kernels`` the network of it, ``network`` takes the weights from a trained one.
"""
