"""Playing by playouts with RAVE: the program of the second seed (WA2), and a stronger one grown from it. No torch here."""
