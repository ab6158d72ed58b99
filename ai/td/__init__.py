"""The TD learner, after Buwei's TD source (docs/methods.md): Q of state and action by temporal differences, in a back-propagation network. No torch,
no Qt."""
