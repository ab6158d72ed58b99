"""Plots of figures over time."""
