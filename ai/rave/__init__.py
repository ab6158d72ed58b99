"""Playing by playouts with RAVE: the program WA2 (Dong 2018), and a stronger one grown from it. No torch here."""
