import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { executed } from "./docs/support/command-line.ts";
import { SOON as WAITING } from "./support/waiting.ts";

/*
 * Every command line of the README and of the page about the API is executed, in its order, and once. `npm test` is the one
 * that runs this test; the one that goes on until it is stopped is started and waited for.
 */

const ROOT = join(import.meta.dirname, "..");
const README = readFileSync(join(ROOT, "README.md"), "utf8");
const API_PAGE = readFileSync(join(ROOT, "docs/api.md"), "utf8");
const BLOCKS = [...`${README}\n${API_PAGE}`.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block]) => block as string);
const COMMANDS = [...new Set(BLOCKS.flatMap((block) => block.trim().split("\n")))];
const SOON = { ...WAITING, interval: 50 };

/** Where the README says 8080 and .ratebook, the test uses what is free. */
let port: string;
let work: string;
let key = "";
/** What `npm start` printed. */
let startedWith = "";
const running: ChildProcess[] = [];

beforeAll(async () => {
  port = await freePort();
  work = mkdtempSync(join(tmpdir(), "ratebook-readme-"));
});
afterAll(async () => {
  for (const child of running) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill("SIGTERM");
    await once(child, "exit");
  }
  rmSync(work, { recursive: true });
});

async function freePort(): Promise<string> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, "close");
  return String(port);
}

function adapted(command: string): string {
  return command.replaceAll("8080", port).replaceAll(".ratebook", work);
}

function environment(): NodeJS.ProcessEnv {
  return { ...process.env, RATEBOOK_PORT: port, RATEBOOK_API_KEY: key };
}

function run(command: string): Promise<string> {
  return executed(adapted(command), environment());
}

/** Starts the service and waits until it is ready; resolves with what it has printed. */
async function start(command: string): Promise<string> {
  const child = spawn("sh", ["-c", `exec ${adapted(command)}`], { cwd: ROOT, env: environment() });
  running.push(child);
  let printed = "";
  child.stdout.on("data", (text) => {
    printed += text;
  });
  const isReady = vi.waitFor(async () => {
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    expect(printed).toContain("Ctrl+C");
  }, SOON);
  const ended = once(child, "exit").then(([code]) => Promise.reject(new Error(`${command} exited with ${code}`)));
  await Promise.race([isReady, ended]);
  // It ends with the tests.
  ended.catch(() => {});
  return printed;
}

describe("the README and the page about the API", () => {
  it.each(COMMANDS)("%s", async (command) => {
    if (command === "npm test") return;
    if (command !== "npm start") {
      const printed = await run(command);
      expect(printed).not.toBe("");
      if (command.includes("text/html")) expect(printed).toContain("How it is calculated");
      else if (command.startsWith("curl")) expect(isAnswer(JSON.parse(printed))).toBe(true);
      return;
    }
    startedWith = await start(command);
    key = /rb_live_\w+/.exec(startedWith)?.[0] ?? "";
    expect(key).not.toBe("");
  });

  it("has lookups printed at the start that work as printed", async () => {
    const lookups = startedWith.split("\n").filter((line) => line.startsWith("curl"));
    expect(lookups.length).toBeGreaterThanOrEqual(3);
    for (const lookup of lookups) expect(isAnswer(JSON.parse(await run(lookup)))).toBe(true);
  });

  it("shows the fields of a real answer", async () => {
    const [shown] = [...README.matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(([, json]) => JSON.parse(json as string));
    const firstLookup = COMMANDS.find((command) => command.startsWith("curl")) as string;
    const [answer] = JSON.parse(await run(firstLookup)) as object[];
    expect(answer).toMatchObject(shown);
  });
});

/** A priced lookup, its explanation, a batch of them, or providers found. */
function isAnswer(answer: unknown): boolean {
  if (Array.isArray(answer)) return answer.every(({ rate_found }) => rate_found === true);
  const { responses, providers, explanations } = answer as {
    responses?: { results: unknown }[];
    providers?: unknown[];
    explanations?: { payment: string | null }[];
  };
  if (explanations !== undefined) return explanations.every(({ payment }) => payment !== null);
  return responses?.every(({ results }) => isAnswer(results)) ?? (providers?.length ?? 0) > 0;
}
