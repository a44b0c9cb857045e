"""A server that answers what it is told to, and keeps what it was asked."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from agent_email import AgentEmail


class Server:
    """Answers each request with the next of ``answers`` (status, headers, body), the last one again and again."""

    def __init__(self, *answers):
        self.asked = []
        self.headers = []
        asked, headers = self.asked, self.headers

        class Handler(BaseHTTPRequestHandler):
            def answer(self):
                status, named, body = answers[min(len(asked), len(answers) - 1)]
                asked.append(self.path)
                headers.append(self.headers)
                self.rfile.read(int(self.headers.get("Content-Length", 0)))
                self.send_response_only(status)
                for name, value in named.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            do_GET = do_POST = do_DELETE = do_PATCH = answer

            def log_message(self, *_):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.port = self._server.server_port
        self.url = f"http://127.0.0.1:{self.port}"

    def client(self, **options):
        return AgentEmail("svc_test_x", base_url=self.url, **options)


def error_of(call):
    """What a call raises."""
    try:
        call()
    except Exception as error:
        return error
    raise AssertionError("nothing was raised")
