"""Tools as frameworks have them: objects that refuse unknown attributes and run a function of theirs."""

import odd_tools


class StructuredTool:
    __slots__ = ("name", "func", "coroutine")

    def __init__(self, name, func):
        self.name = name
        self.func = func
        self.coroutine = None

    def invoke(self, arguments):
        return self.func(**arguments)


class Toolbox:
    def lookup(self, key):
        return odd_tools.lookup(key)


TOOLS = [StructuredTool("lookup", odd_tools.lookup)]
toolbox = Toolbox()


class Executor:
    async def ainvoke(self, given):
        try:
            return {"output": "%s" % TOOLS[0].invoke({"key": given["input"]})}
        except Exception as error:
            return {"output": "tool failed: %s" % error}


executor = Executor()


def answer(prompt):
    try:
        return str(toolbox.lookup(prompt))
    except Exception as error:
        return "tool failed: %s" % error


def answer_in_pieces(prompt):
    yield "piece by "
    yield "piece " + prompt
