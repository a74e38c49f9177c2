"""Runs a Python agent for the lab: JSON lines in, JSON lines out, standard library only.

The lab speaks over the standard input and output this process was started with. Both are taken away before
any code of the agent is imported: what the agent prints goes to standard error, and reading gives nothing.
"""

import asyncio
import email.message
import functools
import importlib
import inspect
import io
import json
import os
import queue
import sys
import threading
import time
import traceback
import urllib.error


class Channel:
    """The private line to the lab."""

    def __init__(self):
        self._input = os.fdopen(os.dup(0), "rb")
        self._output = os.fdopen(os.dup(1), "wb")
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        os.dup2(2, 1)
        self._lock = threading.Lock()
        self._numbers = 0
        self._waiting = {}
        self.orders = queue.Queue()

    def send(self, message):
        # only ASCII goes out, so that half a surrogate pair in an answer cannot break the line
        line = json.dumps(message, default=str).encode("ascii") + b"\n"
        with self._lock:
            self._output.write(line)
            self._output.flush()

    def ask(self, message):
        """Sends a question to the lab and waits for its answer."""
        box = queue.Queue(1)
        with self._lock:
            self._numbers += 1
            number = self._numbers
            self._waiting[number] = box
        self.send(dict(message, number=number))
        return box.get()

    def listen(self):
        for line in self._input:
            message = json.loads(line)
            if message["kind"] == "reply":
                with self._lock:
                    box = self._waiting.pop(message["number"], None)
                if box is not None:
                    box.put(message)
            else:
                self.orders.put(message)
        # the lab is gone: nothing of the agent may outlive it
        os._exit(0)


class Tools:
    """The tools of the agent, each behind a wrapper that asks the lab before and after."""

    def __init__(self, channel):
        self._channel = channel
        self.asked = None
        self.names = []
        self._replaced = []

    def wrap_callables(self, tools):
        for tool in tools:
            owner, name, value = locate(tool["callable"])
            wrapped = self._wrapped(tool["name"], value)
            if wrapped is value:
                continue
            put(owner, name, wrapped)
            self._replaced.append((value, wrapped))

    def wrap_registry(self, path):
        owner, name, registry = locate(path)
        if inspect.isclass(registry):
            registry = registry()
            put(owner, name, registry)
        before = len(self.names)
        self._wrap_inside(registry)
        if len(self.names) == before:
            raise LookupError("tool_registry `%s` holds no callable tools" % path)

    def replace_copies(self):
        """Names that were bound to a tool before it was wrapped (`from tools import search`) follow."""
        known = {id(value): wrapped for value, wrapped in self._replaced}
        if not known:
            return
        for module in list(sys.modules.values()):
            space = getattr(module, "__dict__", None)
            if not isinstance(space, dict) or module is sys.modules[__name__]:
                continue
            for name, value in list(space.items()):
                if id(value) in known:
                    space[name] = known[id(value)]
                elif type(value) is dict:
                    for key, inner in list(value.items()):
                        if id(inner) in known:
                            value[key] = known[id(inner)]
                elif type(value) is list:
                    value[:] = [known.get(id(inner), inner) for inner in value]

    def _wrap_inside(self, registry):
        if isinstance(registry, dict):
            for name, value in list(registry.items()):
                if isinstance(value, dict):
                    for key in ("function", "func", "callable", "handler", "fn"):
                        if callable(value.get(key)):
                            value[key] = self._wrapped(str(name), value[key])
                else:
                    registry[name] = self._wrapped(str(name), value)
        elif isinstance(registry, list):
            for index, value in enumerate(registry):
                registry[index] = self._wrapped(name_of(value), value)
        else:
            for name in ("tools", "_tools", "registry", "_registry", "functions", "_functions"):
                inner = getattr(registry, name, None)
                if isinstance(inner, (dict, list)) and inner:
                    return self._wrap_inside(inner)
            for name in dir(registry):
                if name.startswith("_") or name in ("get", "register", "add", "names", "list", "items", "keys"):
                    continue
                value = getattr(registry, name)
                if callable(value):
                    put(registry, name, self._wrapped(name, value))

    def _wrapped(self, name, value):
        if getattr(value, "__holdfast_tool__", False):
            return value
        inner = [part for part in ("func", "coroutine", "_run", "_arun") if callable(getattr(value, part, None))]
        if inner and not inspect.isroutine(value) and not inspect.isclass(value):
            # a framework's tool object: what it runs is wrapped in place, and everybody who holds it has it
            plain = [part for part in inner if part in ("func", "coroutine")] or inner
            for part in plain:
                put(value, part, self._wrapper(name, getattr(value, part)))
            self.names.append(name)
            return value
        if not callable(value):
            return value
        self.names.append(name)
        return self._wrapper(name, value)

    def _wrapper(self, name, function):
        if is_async(function):

            @functools.wraps(function)
            async def wrapper(*args, **kwargs):
                loop = asyncio.get_running_loop()
                call = named_arguments(function, args, kwargs)
                plan = await loop.run_in_executor(None, self._before, name, call)
                await asyncio.sleep(plan["delayMs"] / 1000)
                if plan["advice"] == "time-out":
                    await asyncio.sleep(plan["afterMs"] / 1000)
                if plan["advice"] != "run":
                    return conclude(name, plan)
                try:
                    result = await function(*args, **kwargs)
                except Exception as error:
                    await loop.run_in_executor(None, self._after, plan, False, last_line(error))
                    raise
                told = await loop.run_in_executor(None, self._after, plan, True, plain(result))
                return told["content"] if told["changed"] else result

        else:

            @functools.wraps(function)
            def wrapper(*args, **kwargs):
                plan = self._before(name, named_arguments(function, args, kwargs))
                time.sleep(plan["delayMs"] / 1000)
                if plan["advice"] == "time-out":
                    time.sleep(plan["afterMs"] / 1000)
                if plan["advice"] != "run":
                    return conclude(name, plan)
                try:
                    result = function(*args, **kwargs)
                except Exception as error:
                    self._after(plan, False, last_line(error))
                    raise
                told = self._after(plan, True, plain(result))
                return told["content"] if told["changed"] else result

        wrapper.__holdfast_tool__ = True
        return wrapper

    def _before(self, name, arguments):
        return self._channel.ask({"kind": "tool-call", "asked": self.asked, "tool": name, "args": arguments})

    def _after(self, plan, ok, content):
        return self._channel.ask(
            {"kind": "tool-result", "asked": self.asked, "callId": plan["callId"], "ok": ok, "content": content}
        )


def conclude(name, plan):
    """What a caller gets from a tool that did not run."""
    if plan["advice"] == "time-out":
        raise TimeoutError("%s: timed out after %d ms" % (name, plan["afterMs"]))
    if plan["advice"] == "fail":
        raise urllib.error.HTTPError(
            "tool:%s" % name,
            plan["status"],
            plan["message"],
            email.message.Message(),
            io.BytesIO(plan["message"].encode("utf-8")),
        )
    return plan["text"]


def plain(value):
    """The value as JSON can carry it."""
    try:
        return json.loads(json.dumps(value, default=str))
    except (TypeError, ValueError):
        return str(value)


def named_arguments(function, args, kwargs):
    try:
        bound = inspect.signature(function).bind(*args, **kwargs).arguments
    except (TypeError, ValueError):
        bound = dict({str(index): value for index, value in enumerate(args)}, **kwargs)
    named = {}
    for name, value in bound.items():
        if name == "kwargs" and isinstance(value, dict):
            named.update(value)
        elif name not in ("self", "cls"):
            named[name] = value
    return plain(named)


def is_async(function):
    return inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(
        getattr(function, "__call__", None)
    )


def name_of(value):
    return str(getattr(value, "name", None) or getattr(value, "__name__", None) or type(value).__name__)


def locate(path):
    """The owner, the name in it and the value of `module:attribute`; dots in the attribute are followed."""
    module_name, colon, attribute = path.rpartition(":")
    if not colon:
        module_name, _, attribute = path.rpartition(".")
    if not module_name or not attribute:
        raise LookupError("`%s` must be written as module:attribute" % path)
    owner = importlib.import_module(module_name)
    *parents, name = attribute.split(".")
    for parent in parents:
        owner = getattr(owner, parent)
    if not hasattr(owner, name):
        known = [each for each in dir(owner) if not each.startswith("_")]
        raise LookupError("`%s` has no `%s`; it has %s" % (module_name, attribute, ", ".join(known[:12])))
    return owner, name, getattr(owner, name)


def put(owner, name, value):
    if isinstance(owner, type):
        setattr(owner, name, value)
        return
    try:
        setattr(owner, name, value)
    except Exception:
        # models of validation libraries refuse what they do not know
        object.__setattr__(owner, name, value)


def last_line(error):
    said = traceback.format_exception_only(type(error), error)[-1].strip()
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename != __file__]
    if not frames:
        return said
    return "%s (%s:%d)" % (said, os.path.basename(frames[-1].filename), frames[-1].lineno)


def finished(loop, value):
    """Waits for what must be awaited and gathers what comes piece by piece."""
    if inspect.isawaitable(value):
        value = loop.run_until_complete(awaited(value))
    if inspect.isasyncgen(value):
        value = loop.run_until_complete(gathered(value))
    if inspect.isgenerator(value):
        value = list(value)
        return "".join(text_of(piece) for piece in value)
    return value


async def awaited(value):
    return await value


async def gathered(pieces):
    return "".join([text_of(piece) async for piece in pieces])


def text_of(value):
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if isinstance(value, dict):
        for key in ("output", "text", "answer", "response", "content", "result"):
            if value.get(key) is not None:
                return text_of(value[key])
        if isinstance(value.get("messages"), list) and value["messages"]:
            return text_of(value["messages"][-1])
        return json.dumps(value, default=str, ensure_ascii=False)
    content = getattr(value, "content", None)
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "".join(text_of(part.get("text")) if isinstance(part, dict) else text_of(part) for part in content)
    if isinstance(value, (list, tuple, bool, int, float)):
        return json.dumps(value, default=str, ensure_ascii=False)
    return str(value)


def context_for(function, context):
    """Agents that want to know more than the prompt have a parameter called `context`."""
    try:
        return {"context": context} if "context" in inspect.signature(function).parameters else {}
    except (TypeError, ValueError):
        return {}


class Agent:
    def __init__(self, path, style):
        _, _, target = locate(path)
        if inspect.isclass(target):
            target = target()
        if style == "python" and not callable(target) and not hasattr(target, "invoke"):
            raise LookupError("`%s` is neither callable nor has `invoke`" % path)
        self._target = target
        self._call = self._python if style == "python" else self._langchain

    def answer(self, loop, order):
        value = finished(loop, self._call(loop, order))
        answer = {"output": text_of(value)}
        if isinstance(value, dict) and "output" in value:
            answer.update({key: plain(value[key]) for key in ("calls", "usage", "cost_usd") if value.get(key)})
        return answer

    def _python(self, loop, order):
        function = getattr(self._target, "invoke", self._target)
        return function(order["prompt"], **context_for(function, order["context"]))

    def _langchain(self, loop, order):
        prompt, given = order["prompt"], order["input"]
        for name, argument in (("ainvoke", given), ("invoke", given), ("arun", prompt), ("run", prompt)):
            method = getattr(self._target, name, None)
            if callable(method):
                try:
                    return finished(loop, method(argument))
                except NotImplementedError:
                    continue
        return self._target(prompt)


def load(channel, order):
    sys.path[:0] = [path for path in order["paths"] if path not in sys.path]
    tools = Tools(channel)
    tools.wrap_callables(order["tools"])
    if order["registry"] is not None:
        tools.wrap_registry(order["registry"])
    agent = Agent(order["endpoint"], order["style"])
    tools.replace_copies()
    reset = None if order["reset"] is None else locate(order["reset"])[2]
    return tools, agent, reset


def serve(channel):
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    try:
        tools, agent, reset = load(channel, channel.orders.get())
    except BaseException as error:
        channel.send({"kind": "load-failed", "message": last_line(error)})
        return
    channel.send({"kind": "ready", "tools": tools.names})
    while True:
        order = channel.orders.get()
        number = order["number"]
        try:
            if order["kind"] == "reset":
                finished(loop, reset())
                channel.send({"kind": "done", "number": number})
            else:
                tools.asked = number
                channel.send(dict(agent.answer(loop, order), kind="done", number=number))
        except BaseException as error:
            traceback.print_exc()
            channel.send({"kind": "failed", "number": number, "message": last_line(error)})


if __name__ == "__main__":
    line = Channel()
    threading.Thread(target=line.listen, daemon=True).start()
    serve(line)
