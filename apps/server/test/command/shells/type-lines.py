"""Types lines into an interactive shell, each with a Tab at its end, and prints what the shell then runs.

Arguments: the lines that make the shell ready, as JSON; the program of the shell follows. Standard input: the lines to
type, as a JSON list. Prints a JSON list of what ran.
"""
import json
import os
import pty
import select
import sys
import time

PATIENCE = 60

child, terminal = pty.fork()
if child == 0:
    os.environ.update(TERM="xterm", COLUMNS="200", LINES="50")
    os.execvp(sys.argv[2], sys.argv[2:])

seen = ""


def read_until(mark):
    """What comes up to a mark; what follows it stays."""
    global seen
    end = time.monotonic() + PATIENCE
    while mark not in seen:
        ready, _, _ = select.select([terminal], [], [], max(0, end - time.monotonic()))
        if not ready:
            sys.exit(f"no {mark!r} in {seen!r}")
        seen += os.read(terminal, 65536).decode(errors="replace")
    before, _, seen = seen.partition(mark)
    return before


def type_line(text):
    os.write(terminal, text.encode())


ran = []
# The shell echoes what is typed: what it prints itself is told from that by the sum.
for line in json.loads(sys.argv[1]):
    type_line(line + "\r")
read_until("ready-42")
for line in json.load(sys.stdin):
    type_line(line + "\t\r")
    read_until("<<42:")
    ran.append(read_until(":42>>"))
type_line("exit\r")
os.close(terminal)
os.waitpid(child, 0)
print(json.dumps(ran))
