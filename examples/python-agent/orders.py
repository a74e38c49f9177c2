"""The order service of the shop: a few orders and no database."""

import json
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

ORDERS = {7: {"order": 7, "state": "shipped", "carrier": "tracked parcel"}}


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        found = ORDERS.get(int(self.path.rsplit("/", 1)[1]))
        data = json.dumps(found or {"error": "no such order"}).encode()
        self.send_response(200 if found else 404)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *words):
        pass


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("ORDERS_PORT", "8300"))), Handler)
    print("orders on http://127.0.0.1:%d" % server.server_port, flush=True)
    server.serve_forever()
