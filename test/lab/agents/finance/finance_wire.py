"""The OpenAI wire format with nothing but the standard library."""

import json
import os
import urllib.request

TOOLS = [
    {
        "type": "function",
        "function": {
            "name": "market_data_api",
            "description": "The current price of a share.",
            "parameters": {"type": "object", "properties": {"symbol": {"type": "string"}}},
        },
    }
]


def post(url, body):
    request = urllib.request.Request(
        url,
        json.dumps(body).encode(),
        {"content-type": "application/json", "authorization": "Bearer test-key"},
    )
    with urllib.request.urlopen(request, timeout=20) as response:
        return json.load(response)


def answer(question, call_tool):
    messages = [
        {"role": "system", "content": "You are a finance assistant. Cite your source."},
        {"role": "user", "content": question},
    ]
    for _ in range(5):
        body = {"model": "gpt-5-mini", "messages": messages, "tools": TOOLS}
        message = post(os.environ["OPENAI_BASE_URL"] + "/chat/completions", body)["choices"][0]["message"]
        messages.append(message)
        if not message.get("tool_calls"):
            return message["content"]
        for call in message["tool_calls"]:
            try:
                result = json.dumps(call_tool(**json.loads(call["function"]["arguments"])))
            except Exception as error:
                result = "Error: %s" % error
            messages.append({"role": "tool", "tool_call_id": call["id"], "content": result})
    return "I gave up."
