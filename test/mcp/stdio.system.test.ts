import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AGENT_MESSAGE_BYTES_MAX } from "../../src/answers/question.ts";
import { MCP_LIMITS } from "../../src/mcp/limits.ts";
import { StdioTransport } from "../../src/mcp/stdio.ts";
import { RATEBOOK, refused } from "../cli/support/ratebook.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { californiaAt } from "../support/shared-release.ts";

const folder = temporaryFolder();
const release = join(folder.path, "rates.db");

beforeAll(async () => {
  await californiaAt(release);
});

afterAll(() => folder.remove());

/** The command with its pipes, and what comes out of them. */
class Piped {
  readonly process: ChildProcessWithoutNullStreams;
  output = "";
  complaints = "";
  /** How many messages have come, which are not parsed for that. */
  received = 0;

  constructor() {
    // What is written counts before what a variable says.
    const env = { ...process.env, RATEBOOK_URL: "http://127.0.0.1:1" };
    this.process = spawn(RATEBOOK, ["mcp", "--release", release], { env });
    this.process.stdout.on("data", (text) => {
      this.output += text;
      this.received += String(text).split("\n").length - 1;
    });
    this.process.stderr.on("data", (text) => {
      this.complaints += text;
    });
    // Who ends early does not read what is still being sent.
    this.process.stdin.on("error", () => {});
  }

  send(message: object | string): void {
    this.process.stdin.write(`${typeof message === "string" ? message : JSON.stringify(message)}\n`);
  }

  get messages(): readonly { readonly id?: number; readonly result?: unknown; readonly error?: unknown }[] {
    return this.output
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  }

  /** Waits for the answer to a message of its own. */
  async answers(): Promise<void> {
    this.send({ jsonrpc: "2.0", id: 1, method: "ping" });
    while (this.received === 0) await once(this.process.stdout, "data");
  }

  async ended(): Promise<number | null> {
    if (this.process.exitCode === null && this.process.signalCode === null) await once(this.process, "close");
    return this.process.exitCode;
  }
}

function called(id: number, name: string, sent: object) {
  return { jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: sent } };
}

const PRICE = { state: "ca", setting: "outpatient", parameters: { npi: "1000700140", billing_code: "99213" } };

test("calls that are piped in have their answers before it ends, and nothing else is on standard output", async () => {
  const piped = new Piped();
  piped.send(called(1, "price", PRICE));
  piped.send(called(2, "history", { ...PRICE, parameters: { ...PRICE.parameters, limit: 2 } }));
  piped.process.stdin.end();
  expect(await piped.ended()).toBe(0);
  expect(piped.messages.map(({ id }) => id).sort()).toEqual([1, 2]);
  expect(piped.messages).toMatchObject([{ result: { structuredContent: {} } }, { result: { structuredContent: {} } }]);
  expect(piped.complaints).toContain("ratebook mcp: answering from the release 2026.11 ");
});

test("lines that are no messages are passed over, and not repeated in the log; SIGTERM ends it cleanly", async () => {
  const piped = new Piped();
  piped.send("hello secret-4711");
  piped.send("[".repeat(100_000));
  piped.send({ jsonrpc: "2.0", id: 7, method: "tools/call", params: { name: 5, arguments: "secret-4711" } });
  piped.send({ jsonrpc: "2.0", id: 8, method: "nothing/like-it" });
  piped.send(called(9, "price", PRICE));
  while (piped.received < 3) await once(piped.process.stdout, "data");
  piped.process.kill("SIGTERM");
  expect(await piped.ended()).toBe(0);
  const byId = new Map(piped.messages.map((message) => [message.id, message]));
  expect(byId.get(7)?.error).toMatchObject({ code: -32602 });
  expect(byId.get(8)?.error).toBeDefined();
  expect(byId.get(9)?.result).toMatchObject({ structuredContent: { prices: [{ result: { rate_found: true } }] } });
  expect(piped.complaints).toContain("a message was not understood");
  expect(piped.complaints).not.toContain("secret-4711");
});

test("a message that is too long ends it with 1", async () => {
  const piped = new Piped();
  await piped.answers();
  piped.send("x".repeat(AGENT_MESSAGE_BYTES_MAX + 1));
  expect(await piped.ended()).toBe(1);
  expect(piped.complaints).toContain(`more than ${AGENT_MESSAGE_BYTES_MAX} bytes`);
});

test("calls beyond those it takes at once are refused, and the others are answered; SIGINT ends it cleanly", async () => {
  const piped = new Piped();
  const { callsUnansweredMax } = MCP_LIMITS;
  const calls = Array.from({ length: callsUnansweredMax + 20 }, (_, place) =>
    called(place, "search", { state: "ca", parameters: { limit: 1 } }),
  );
  piped.process.stdin.write(calls.map((call) => `${JSON.stringify(call)}\n`).join(""));
  while (piped.received < calls.length) await once(piped.process.stdout, "data");
  piped.process.kill("SIGINT");
  expect(await piped.ended()).toBe(0);
  const notices = piped.messages.filter(({ result }) => (result as { readonly isError?: boolean }).isError);
  expect(notices).toHaveLength(calls.length - callsUnansweredMax);
  expect(JSON.stringify(notices[0])).toContain("calls wait for their answers already");
});

describe("the transport", () => {
  const BYTES_MAX = 60;
  const received = async (...chunks: readonly (string | Buffer)[]) => {
    const input = new PassThrough();
    const transport = new StdioTransport(input, new PassThrough(), BYTES_MAX);
    const events: unknown[] = [];
    transport.onmessage = (message) => events.push("method" in message ? message.method : message);
    transport.onerror = () => events.push("not understood");
    transport.onclose = () => events.push("closed");
    await transport.start();
    for (const chunk of chunks) input.emit("data", Buffer.from(chunk));
    return events;
  };
  const line = (method: string) => `${JSON.stringify({ jsonrpc: "2.0", id: 1, method })}\n`;

  test("reads lines however they are cut, within a letter too, and reports those that are no messages", async () => {
    const bytes = Buffer.from(line("é"));
    const within = bytes.indexOf(0xa9);
    expect(await received(bytes.subarray(0, within), bytes.subarray(within))).toEqual(["é"]);
    expect(await received(`${line("a")}${line("b")}{`, `}\nhello\n\r\n${line("c").replace("\n", "\r\n")}`)).toEqual([
      ...["a", "b"],
      ...["not understood", "not understood", "not understood"],
      "c",
    ]);
  });

  test("takes a line of as many bytes as the limit, and closes at one more", async () => {
    const full = line("x".repeat(BYTES_MAX + 1 - line("").length));
    expect(Buffer.byteLength(full) - 1).toBe(BYTES_MAX);
    expect(await received(full, full)).toHaveLength(2);
    expect(await received(full.replace("x", "xx"), line("a"))).toEqual(["closed"]);
    expect(await received("x".repeat(BYTES_MAX), "x", "\n", line("a"))).toEqual(["closed"]);
  });
});

describe("a key that travels over plain http", () => {
  const complaints = async (address: string) => {
    const command = spawn(RATEBOOK, ["mcp", "--url", address], { env: { ...process.env, RATEBOOK_API_KEY: "secret" } });
    command.stdin.end();
    const said = text(command.stderr);
    expect(await text(command.stdout)).toBe("");
    expect(await said).not.toContain("secret");
    return (await said).split("\n").filter((line) => line.includes("unencrypted"));
  };

  test.each(["http://[2001:db8::1]:8080/api/v1"])("to another machine is warned of, once: %s", async (address) => {
    const [warning, ...others] = await complaints(address);
    expect(others).toEqual([]);
    expect(warning).toContain(`travel to ${new URL(address).host} unencrypted (http). Use https`);
  });

  // `server-backend.test.ts` has an address of this machine.
  test("is not warned of when it is encrypted", async () => {
    expect(await complaints("https://rates.example")).toEqual([]);
  });
});

describe("wrong usage ends with 2 and says what is wrong", () => {
  test.each<[readonly string[], Readonly<Record<string, string>>, string]>([
    [[], {}, "Say what to answer from: --release FILE or --url ADDRESS."],
    [["--release", "x", "--url", "http://127.0.0.1:1"], {}, "Say --release or --url, not both."],
    [[], { RATEBOOK_RELEASE: "x", RATEBOOK_URL: "http://127.0.0.1:1" }, "Say --release or --url, not both."],
    [["--url", "http://127.0.0.1:1"], {}, "needs a key of that server in the variable RATEBOOK_API_KEY"],
    [["--url", "http://127.0.0.1:1"], { RATEBOOK_API_KEY: "two words" }, "needs a key of that server"],
    [["--url", "http://127.0.0.1:1", "--stale-after", "2y"], { RATEBOOK_API_KEY: "k" }, "a server has its own"],
    [["--url", "ftp://127.0.0.1"], {}, "Expected the address of a server such as http://127.0.0.1:8080"],
    [["--url", "http://user:secret@127.0.0.1"], {}, "without a user, query or fragment"],
  ])("%j %j", async (options, variables, message) => {
    const { code, stdout, stderr } = await refused(["mcp", ...options], variables);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain("two words");
  });

  test("a release that is not there ends with 1", async () => {
    const { code, stdout, stderr } = await refused(["mcp", "--release", join(folder.path, "none.db")]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("none.db");
  });
});
