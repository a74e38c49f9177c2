"""A small agent behind HTTP with nothing but the standard library; its tool is an HTTP service."""

import json
import os
import urllib.parse
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import finance_wire


def market_data_api(symbol):
    address = "%s/quote?%s" % (os.environ["MARKET_DATA_URL"], urllib.parse.urlencode({"symbol": symbol}))
    with urllib.request.urlopen(address, timeout=20) as response:
        return json.load(response)


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        status, reply = 200, {}
        try:
            reply["output"] = finance_wire.answer(body["input"], market_data_api)
        except Exception as error:
            status, reply["error"] = 502, str(error)
        data = json.dumps(reply).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


if __name__ == "__main__":
    ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Handler).serve_forever()
