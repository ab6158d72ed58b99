"""Sentences that can be said in another language."""

import pickle

from core.sentence import Sentence, fill


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
