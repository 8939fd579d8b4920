#!/usr/bin/env python3
"""Prices Medicaid lookups with a Ratebook service. Python 3.10 or newer; nothing to install.

One lookup, and a file with one lookup per line, as JSON objects:

    export RATEBOOK_API_KEY=...                       # the key that npm start printed
    python3 price.py ca outpatient npi=1000100010 billing_code=99213 date_of_service=2026-10-01
    python3 price.py ca outpatient --batch lookups.jsonl

The service is at RATEBOOK_URL, http://127.0.0.1:8080 when that is not set. Each answer is printed as a line of JSON.
Copy what you need: Ratebook.price and Ratebook.price_many do not depend on the command line.
"""

import email.utils
import itertools
import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

# The contract's reference client: five attempts of 30 seconds each, with these waits (in seconds) between them.
WAITS = (1, 2, 4, 8)
TIMEOUT_SECONDS = 30

# The service asks for 15 seconds at most. Whoever asks for more than this is told to the caller at once.
RETRY_AFTER_SECONDS_MAX = 60

# What the service takes and answers at most.
BATCH_ITEMS_MAX = 1000
ANSWER_BYTES_MAX = 64 * 1024 * 1024
CHUNK_BYTES = 64 * 1024


class RatebookError(Exception):
    """What went wrong. It never holds the key.

    kind: "problem" (the service refused; code, status and faults say why), "network", "timeout" or "unexpected_answer".
    """

    def __init__(self, kind, message, status=None, code=None, faults=(), request_id=None, retry_after=None):
        super().__init__(message)
        self.kind = kind
        self.status = status
        self.code = code
        self.faults = list(faults)
        self.request_id = request_id
        self.retry_after = retry_after

    @property
    def is_passing(self):
        """Whether another attempt may help: 429, 5xx and faults of the network."""
        return self.kind in ("network", "timeout") or self.status == 429 or (self.status or 0) >= 500


class _NoRedirection(urllib.request.HTTPRedirectHandler):
    """Somewhere else is not where the key should go."""

    def redirect_request(self, *_):
        return None


class Ratebook:
    """A Ratebook service. Amounts in its answers are texts with exact digits: make decimal.Decimal of them, not float."""

    def __init__(self, base_url, api_key, sleep=time.sleep):
        if not api_key or not api_key.isascii() or not api_key.isprintable() or " " in api_key:
            raise ValueError("api_key is not valid: expected letters, digits or signs without spaces.")
        if not base_url.startswith(("http://", "https://")):
            raise ValueError("base_url is not valid: expected an address such as https://rates.example.org")
        self._api = base_url.rstrip("/") + "/api/v1"
        self._key = api_key
        self._headers = {"Authorization": "Bearer " + api_key, "Accept": "application/json"}
        self._open = urllib.request.build_opener(_NoRedirection).open
        self._sleep = sleep

    def price(self, state, setting, **fields):
        """The results of one lookup, at least one. A field that is None counts as absent."""
        sent = {name: _text(value) for name, value in fields.items() if value is not None}
        path = "/{}/{}/rate?{}".format(_segment(state), _segment(setting), urllib.parse.urlencode(sent))
        results = self._answer(path, None)
        if not isinstance(results, list) or not results:
            raise RatebookError("unexpected_answer", "The answer is no list of results.", 200)
        return results

    def price_many(self, state, setting, lookups):
        """The answers to any number of lookups, in their order: each has its results, or an error of its own."""
        path = "/{}/{}/rate/batch".format(_segment(state), _segment(setting))
        rest = iter(lookups)
        first = 0
        while True:
            batch = list(itertools.islice(rest, BATCH_ITEMS_MAX))
            if not batch:
                return
            # NaN and infinity are no JSON: refused here, before anything is sent.
            body = json.dumps({"requests": batch}, allow_nan=False).encode()
            answer = self._answer(path, body)
            responses = answer.get("responses") if isinstance(answer, dict) else None
            # Each at its place, so that no price goes to another's claim.
            if not isinstance(responses, list) or [each.get("index") for each in responses] != list(range(len(batch))):
                raise RatebookError("unexpected_answer", "The answer is not that of the batch.", 200)
            for response in responses:
                yield {**response, "index": first + response["index"]}
            first += len(batch)

    def _answer(self, path, body):
        """Asks until there is an answer, or until it is no use. Asking twice is harmless: pricing changes nothing."""
        for wait in (*WAITS, None):
            try:
                return self._attempt(path, body)
            except RatebookError as error:
                asked = error.retry_after or 0
                if wait is None or not error.is_passing or asked > RETRY_AFTER_SECONDS_MAX:
                    raise
                self._sleep(max(wait, asked))

    def _attempt(self, path, body):
        deadline = time.monotonic() + TIMEOUT_SECONDS
        headers = self._headers if body is None else {**self._headers, "Content-Type": "application/json"}
        request = urllib.request.Request(self._api + path, data=body, headers=headers)
        try:
            with self._open(request, timeout=TIMEOUT_SECONDS) as response:
                return _json(_read(response, deadline))
        except RatebookError:
            raise
        except urllib.error.HTTPError as refusal:
            with refusal:
                raise self._problem(refusal, deadline) from None
        except Exception as fault:  # Sockets, HTTP and JSON have faults of their own for an answer that does not come whole.
            raise _network(fault) from None

    def _problem(self, refusal, deadline):
        """What the service says of a refusal (RFC 9457), or that something else refused."""
        status = refusal.code
        retry_after = _seconds(refusal.headers.get("Retry-After"))
        try:
            # Whatever stands between may send back what it was sent; the key goes no further from here.
            problem = _json(_read(refusal, deadline).replace(self._key.encode(), b"[API key]"))
            detail, code, request_id = problem["detail"], problem["code"], problem["request_id"]
            return RatebookError("problem", detail, status, code, problem.get("errors", ()), request_id, retry_after)
        except Exception:
            message = "Something answered with status {} that is no answer of this service.".format(status)
            return RatebookError("unexpected_answer", message, status, retry_after=retry_after)


def _network(fault):
    reason = getattr(fault, "reason", fault)
    if isinstance(reason, TimeoutError):
        return RatebookError("timeout", "There was no answer in {} seconds.".format(TIMEOUT_SECONDS))
    # The kind of fault alone: messages may hold the address, and that holds what was asked.
    return RatebookError("network", "The connection to the service failed ({}).".format(type(reason).__name__))


def _read(response, deadline):
    """All of an answer, if it is not too long and comes in time. The timeout of a socket is that of each read alone."""
    length = response.headers.get("Content-Length")
    parts, size = [], 0
    while True:
        part = response.read1(CHUNK_BYTES)
        if not part:
            break
        size += len(part)
        if size > ANSWER_BYTES_MAX:
            raise RatebookError("unexpected_answer", "The answer is longer than {} bytes.".format(ANSWER_BYTES_MAX), 200)
        if time.monotonic() > deadline:
            raise TimeoutError
        parts.append(part)
    if length is not None and int(length) != size:
        raise EOFError("The answer ended early.")
    return b"".join(parts)


def _json(content):
    return json.loads(content.decode("utf-8"))


def _seconds(header):
    """A Retry-After header: seconds, or a date."""
    if header is None:
        return None
    if header.isdigit():
        return int(header)
    try:
        return max(0, email.utils.parsedate_to_datetime(header).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


def _text(value):
    return ("true" if value else "false") if isinstance(value, bool) else str(value)


def _segment(name):
    return urllib.parse.quote(name, safe="")


def main(arguments):
    if len(arguments) < 3:
        print(__doc__, file=sys.stderr)
        return 2
    key = os.environ.get("RATEBOOK_API_KEY")
    if not key:
        print("RATEBOOK_API_KEY is not set. It is the key that npm start, or ratebook keys create, printed.", file=sys.stderr)
        return 2
    ratebook = Ratebook(os.environ.get("RATEBOOK_URL", "http://127.0.0.1:8080"), key)
    state, setting, *rest = arguments
    is_batch = rest[0] == "--batch" and len(rest) == 2
    for field in [] if is_batch else rest:
        if "=" not in field:
            print("{} is no field: expected name=value, such as billing_code=99213.".format(field), file=sys.stderr)
            return 2
    try:
        if is_batch:
            with open(rest[1], encoding="utf-8") as lines:
                lookups = (json.loads(line) for line in lines if line.strip())
                for response in ratebook.price_many(state, setting, lookups):
                    print(json.dumps(response))
        else:
            for result in ratebook.price(state, setting, **dict(field.split("=", 1) for field in rest)):
                print(json.dumps(result))
    except RatebookError as error:
        print("{}: {}".format(error.code or error.kind, error), file=sys.stderr)
        for fault in error.faults:
            print("  {}: {}".format(fault["field"], fault["message"]), file=sys.stderr)
        return 1
    except ValueError as fault:
        print("A lookup cannot be read: {}".format(fault), file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
