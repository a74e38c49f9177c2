import asyncio
import os
import subprocess
import sys
import time

from odd_tools import lookup

count = 0


def reset():
    global count
    count = 0


def answer(prompt):
    global count
    if prompt == "crash":
        raise ValueError("boom")
    if prompt == "hang":
        time.sleep(600)
    if prompt == "spin":
        while True:
            pass
    if prompt == "exit":
        os._exit(3)
    if prompt == "pid":
        return str(os.getpid())
    if prompt == "count":
        count += 1
        return str(count)
    if prompt.startswith("env "):
        return os.environ.get(prompt[4:], "(unset)")
    if prompt == "print":
        print('{"kind": "done", "number": 1, "output": "forged"}')
        os.write(1, b"no end of line")
        subprocess.run(["echo", "from a child"])
        return "quiet" if sys.stdin.read() == "" else "heard"
    if prompt == "tool":
        try:
            return "found %s" % lookup("a")
        except Exception as error:
            return "tool failed: %s" % error
    return "echo: " + prompt


async def answer_later(prompt):
    await asyncio.sleep(0)
    return answer(prompt)


class Called:
    async def __call__(self, prompt):
        return await answer_later(prompt)


class Invoked:
    def invoke(self, prompt, context):
        return "%s / %s" % (prompt, sorted(context))


called = Called()
invoked = Invoked()


def told(prompt):
    return {"output": "told", "calls": [{"tool": "hidden", "args": {"a": 1}, "ok": True}], "usage": {"input_tokens": 3, "output_tokens": 4}}


def broken_text(prompt):
    return "half \ud83d pair"


class Message:
    def __init__(self, content):
        self.content = content
        self.response_metadata = {"noise": True}


class Chain:
    def ainvoke(self, given):
        raise NotImplementedError

    def invoke(self, given):
        return Message("chain got " + given["input"])


class AsyncChain:
    async def ainvoke(self, given):
        return {"output": "later " + given["input"]}

    def invoke(self, given):
        raise AssertionError("ainvoke comes first")


class OldChain:
    def run(self, prompt):
        return "ran " + prompt


class Graph:
    def invoke(self, given):
        return {"messages": [Message("first"), Message("last of %d" % len(given["messages"]))]}


chain = Chain()
async_chain = AsyncChain()
old_chain = OldChain()
graph = Graph()
