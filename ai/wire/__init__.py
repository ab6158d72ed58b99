"""What goes over the wire between a platform and a program, whichever of the two is Buwei: lines, and the forms of points."""
