"""Sentences that can be said in another language."""

import pickle
from pathlib import Path

import pytest

from core.sentence import Sentence, fill, reason_of, sentence_of


def test_a_sentence_is_the_english_string():
    sentence = Sentence("there is no %1, %2 times", "network", 3)
    assert sentence == "there is no network, 3 times"
    assert (sentence.template, sentence.values) == ("there is no %1, %2 times", ("network", 3))


def test_values_that_look_like_placeholders_and_ten_of_them():
    assert fill(" ".join(f"%{n}" for n in range(1, 11)), *"abcdefghij") == "a b c d e f g h i j"


def test_a_value_may_look_like_a_placeholder():
    assert fill("%1: %2, %3", "a%2", "'%1'") == "a%2: '%1', %3"


def test_a_sentence_travels_between_processes():
    sentence = Sentence("a %1", Sentence("b %1", 5))
    again = pickle.loads(pickle.dumps(sentence))
    assert str(again) == "a b 5"
    assert again.template == "a %1" and again.values[0].template == "b %1"


def test_a_sentence_goes_through_a_line_of_text():
    sentence = Sentence("%1: %2, %3", Path("对局") / "a.sgf", Sentence("b %1", 5), 0.5)
    line = sentence.to_json()
    again = Sentence.from_json(line)
    assert "\n" not in line and line.isascii()
    assert (again, again.template) == (sentence, "%1: %2, %3")
    assert again.values[0] == str(Path("对局") / "a.sgf") and again.values[2] == 0.5
    assert isinstance(again.values[1], Sentence) and again.values[1].values == (5,)


@pytest.mark.parametrize("line", ["nonsense", "5", '"a"', '{"template": 1, "values": []}'])
def test_what_is_no_sentence_is_refused(line: str):
    with pytest.raises(ValueError):
        Sentence.from_json(line)


def test_an_error_says_its_sentence_or_its_text():
    sentence = Sentence("no %1", "network")
    assert sentence_of(RuntimeError(sentence)) is sentence
    assert sentence_of(OSError(2, "No such file")) == "[Errno 2] No such file"
    assert sentence_of(ValueError()) == ""


def test_an_error_always_has_a_reason():
    said = Sentence("it, or the %1 in it, was removed", "lock")
    for error, reason in (
        (FileNotFoundError(2, "No such file or directory", "x"), "No such file or directory"),
        (FileNotFoundError(2, said, "x"), said),
        (OSError("unexpected mode"), "unexpected mode"),
        (OSError(said), said),
        (ValueError("embedded null byte"), "embedded null byte"),
        (OSError(), "OSError"),
    ):
        assert reason_of(error) == reason and isinstance(reason_of(error), type(reason))
