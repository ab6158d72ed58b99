"""Lines of ``metrics.jsonl`` as training writes them."""

from typing import Any


def figures(generation: int, **more: Any) -> dict[str, Any]:
    """What is told of a generation that was taken after 30 wins in 40 games."""
    name = f"{generation:06d}.safetensors"
    return {
        "generation": generation,
        "games": 10 * generation,
        "steps": 100 * generation,
        "policy": 2.5,
        "value": 0.5,
        "value_accuracy": 0.75,
        "game_length": 12.5,
        "black_wins": 6,
        "generation_games": 10,
        "gate_wins": 30,
        "gate_games": 40,
        "accepted": True,
        "checkpoint": name,
        "best": name,
        "positions_per_second": 100.0,
        **more,
    }
