"""A program that speaks GTP, SAU's protocol or Botzone's as its first word says, and behaves as the second says. It knows no rules: what it
plays stands in the third."""

import json
import os
import subprocess
import sys
import time

protocol, mode = sys.argv[1:3]
moves = sys.argv[3].split() if len(sys.argv) > 3 else []


def say(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def misbehave():
    """Instead of a move."""
    if mode == "hang":
        time.sleep(1000)
    if mode == "crash":
        sys.exit("out of coffee")
    if mode == "silent":
        os._exit(0)
    if mode == "nonsense":
        say("To be, or not to be\n")
        time.sleep(1000)
    if mode == "flood":
        while True:
            say("la " * 1000)


def next_move():
    misbehave()
    return moves.pop(0)


def gtp():
    for line in sys.stdin:
        name, *words = line.split() or [""]
        if name == "list_commands":
            others = "" if mode == "bare" else "boardsize\nclear_board\ntime_settings\ntime_left\n"
            say(f"= name\nplay\ngenmove\n{others}")
        elif name == "name":
            say("a banner before the answer\n= Bad\n")
        elif name == "version":
            say("= 1\n")
        elif mode == "bare" and name not in ("name", "play", "genmove", "quit"):
            say("? unknown command\n")
        elif name == "genmove":
            say(f"= {next_move()}\n")
        elif name == "play" and mode == "refuse":
            say("? illegal move\n")
        elif name == "play" and mode == "refuse politely":
            say("= illegal move: I think so\n")
        elif name == "boardsize" and mode == "small" and words != ["5"]:
            say("? unacceptable size\n")
        elif name == "quit" and mode == "stays":
            time.sleep(1000)
        elif name == "quit":
            say("=\n")
            return
        else:
            say("= \n")


def sau():
    for line in sys.stdin:
        words = line.split()
        if words == ["name?"]:
            say("loading...\nname Bad SAU")
        elif words == ["new", "white"] and mode == "sides":
            moves[:] = ["IE", "IA", "IB"]
        elif words == ["new", "black"] or words[:1] == ["move"]:
            say("thinking\n" + ("  move\t" if mode == "indents" else "move ") + next_move())
        elif words == ["quit"]:
            return


def botzone():
    request = sys.stdin.readline()
    turn = 0
    while request:
        told = json.loads(request)
        if mode == "echo":
            say(json.dumps({"response": {"x": 8, "y": turn}, "data": "turn", "debug": "", "told": told}))
        else:
            say(next_move())
        say(">>>BOTZONE_REQUEST_KEEP_RUNNING<<<")
        turn += 1
        request = sys.stdin.readline()


if mode == "exit":
    sys.exit("no licence")
if mode == "deaf":
    time.sleep(1000)
if mode == "with a child":
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
try:
    {"gtp": gtp, "sau": sau, "botzone": botzone}[protocol]()
except BrokenPipeError:
    os._exit(1)
if mode == "with a child":
    time.sleep(1000)
