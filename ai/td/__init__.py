"""The learner of the third seed: Q of state and action by temporal differences, in a back-propagation network. No torch and no Qt."""
