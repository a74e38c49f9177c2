"""A support agent behind HTTP with nothing but the standard library. It knows nothing of being tested.

It asks a model over the OpenAI wire format, at OPENAI_BASE_URL, and an order service at ORDERS_URL.
"""

import json
import os
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TOOLS = [{"type": "function", "function": {
    "name": "orders",
    "description": "The state of an order.",
    "parameters": {"type": "object", "properties": {"order": {"type": "integer"}}},
}}]


def call(url, body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {"content-type": "application/json", "authorization": "Bearer " + os.environ.get("OPENAI_API_KEY", "none")}
    with urllib.request.urlopen(urllib.request.Request(url, data, headers), timeout=20) as response:
        return json.load(response)


def orders(order):
    return call("%s/orders/%d" % (os.environ["ORDERS_URL"], order))


def answer(question):
    messages = [{"role": "system", "content": "You help customers."}, {"role": "user", "content": question}]
    for _ in range(5):
        reply = call(os.environ["OPENAI_BASE_URL"] + "/chat/completions",
                     {"model": "gpt-5-mini", "messages": messages, "tools": TOOLS})
        message = reply["choices"][0]["message"]
        messages.append(message)
        if not message.get("tool_calls"):
            return message["content"]
        for each in message["tool_calls"]:
            try:
                result = json.dumps(orders(**json.loads(each["function"]["arguments"])))
            except Exception as error:
                result = "Error: %s" % error
            messages.append({"role": "tool", "tool_call_id": each["id"], "content": result})
    return "I could not find that out."


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        question = json.loads(self.rfile.read(int(self.headers["content-length"])))["input"]
        data = json.dumps({"output": answer(question)}).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *words):
        pass


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Handler).serve_forever()
