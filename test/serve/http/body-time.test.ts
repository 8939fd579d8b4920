import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import { limitBodyTime } from "../../../src/serve/http/body-limits.ts";

const MILLISECONDS_MAX = 100;

const errors: (string | undefined)[] = [];
const server = createServer((request, response) => {
  limitBodyTime(server, request, response, MILLISECONDS_MAX);
  request.resume();
  request.once("end", () => response.end("all of it"));
}).listen(0, "127.0.0.1");
server.on("clientError", ({ code }: NodeJS.ErrnoException, socket) => {
  errors.push(code);
  socket.end("HTTP/1.1 408 Request Timeout\r\n\r\n");
});

afterEach(() => {
  errors.length = 0;
});

/** What is answered to a head and as much of its body as is sent. */
async function answerTo(text: string): Promise<string> {
  if (!server.listening) await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").setEncoding("utf8");
  socket.write(text);
  const [answer] = (await once(socket, "data")) as [string];
  socket.destroy();
  return answer;
}

test("a body that does not arrive is given up as Node does it", async () => {
  expect(await answerTo("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf")).toContain("408");
  expect(errors).toEqual(["ERR_HTTP_REQUEST_TIMEOUT"]);
});

test("a body that arrived, and a request without one, are left alone", async () => {
  expect(await answerTo("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nhalf")).toContain("200");
  expect(await answerTo("GET / HTTP/1.1\r\nHost: x\r\n\r\n")).toContain("200");
  await new Promise((resolve) => setTimeout(resolve, 2 * MILLISECONDS_MAX));
  expect(errors).not.toContain("ERR_HTTP_REQUEST_TIMEOUT");
});
