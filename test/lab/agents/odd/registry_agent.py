import odd_tools


class Registry:
    def __init__(self):
        self.tools = {"lookup": odd_tools.lookup, "lookup_later": odd_tools.lookup_later}


registry = Registry()


async def answer(prompt):
    try:
        now = registry.tools["lookup"]("a")
        later = await registry.tools["lookup_later"]("b")
        return "%s and %s" % (now, later)
    except Exception as error:
        return "tool failed: %s %s" % (type(error).__name__, error)
