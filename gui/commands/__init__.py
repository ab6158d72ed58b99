"""The commands of the window: what there is, when each can be given, and the actions that menus, tool bar and keys share."""
