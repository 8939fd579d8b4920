import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { RATEBOOK, refused } from "../cli/support/ratebook.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { californiaAt } from "../support/shared-release.ts";
import { Agent } from "./support/agent.ts";

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
    // An option takes precedence over a variable.
    const env = { ...process.env, RATEBOOK_URL: "http://127.0.0.1:1" };
    this.process = spawn(RATEBOOK, ["mcp", "--release", release], { env });
    this.process.stdout.on("data", (text) => {
      this.output += text;
      this.received += String(text).split("\n").length - 1;
    });
    this.process.stderr.on("data", (text) => {
      this.complaints += text;
    });
    // A command that ends early does not read the rest.
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

  async ended(): Promise<number | null> {
    if (this.process.exitCode === null && this.process.signalCode === null) await once(this.process, "close");
    return this.process.exitCode;
  }
}

function called(id: number, name: string, sent: object) {
  return { jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: sent } };
}

const PRICE = { state: "ca", setting: "outpatient", npi: "1000700140", billing_code: "99213" };

test("lines that are no messages are skipped, and not repeated in the log; SIGTERM ends it with 0", async () => {
  const piped = new Piped();
  piped.send("hello secret-4711");
  piped.send("[".repeat(100_000));
  piped.send({ jsonrpc: "2.0", id: 7, method: "tools/call", params: { name: 5, arguments: "secret-4711" } });
  piped.send(called(9, "price", PRICE));
  while (piped.received < 2) await once(piped.process.stdout, "data");
  piped.process.kill("SIGTERM");
  expect(await piped.ended()).toBe(0);
  const byId = new Map(piped.messages.map((message) => [message.id, message]));
  expect(byId.get(7)?.error).toMatchObject({ code: -32602 });
  expect(byId.get(9)?.result).toMatchObject({ structuredContent: { prices: [{ result: { rate_found: true } }] } });
  expect(piped.complaints).toContain("ratebook mcp: answering from the release 2026.11 ");
  expect(piped.complaints).not.toContain("secret-4711");
});

test("an agent connects with its own transport, and the command ends with it", async () => {
  const agent = await Agent.ofCommand(["--release", release]).connected();
  expect(await agent.answer("price", PRICE)).toMatchObject({ prices: [{ result: { rate_found: true } }] });
  expect(agent.log).toContain("price: answered");
  await agent.close();
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
