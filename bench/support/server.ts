import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { states } from "../../src/states/index.ts";
import { processorMilliseconds, residentMegabytes } from "./processes.ts";

const ROOT = join(import.meta.dirname, "../..");
export const RATEBOOK = join(ROOT, "bin/ratebook");

export interface Served {
  readonly port: number;
  readonly key: string;
  /** From starting the command until `/readyz` answers 200. */
  readonly startMilliseconds: number;
  residentMegabytes(): number;
  /** Of all its processes together. */
  processorMilliseconds(): number;
  stop(): Promise<void>;
}

/** Serves a release with everything on (keys, limits, metrics, logs), as an operator would, from a home of its own. */
export async function serve(release: string, workers = 1): Promise<Served> {
  const home = newHome();
  const key = createKey(["--home", home]);
  return await serveFrom(home, key, [
    ...["--release", release, "--workers", String(workers)],
    ...["--rate", "1000000000"],
  ]);
}

/** A home that is gone when its server has stopped. */
export function newHome(): string {
  return mkdtempSync(join(tmpdir(), "ratebook-bench-"));
}

export async function serveFrom(home: string, key: string, options: readonly string[]): Promise<Served> {
  const port = await freePort();
  const start = performance.now();
  const place = ["--home", home, "--host", "127.0.0.1", "--port", String(port)];
  const child = spawn(RATEBOOK, ["serve", ...place, "--drain", "0", ...options], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  await untilReady(port, child);
  const startMilliseconds = performance.now() - start;
  const pid = child.pid as number;
  return {
    port,
    key,
    startMilliseconds,
    residentMegabytes: () => residentMegabytes(pid),
    processorMilliseconds: () => processorMilliseconds(pid),
    stop: async () => {
      await stop(child);
      rmSync(home, { recursive: true });
    },
  };
}

/** Makes a key in a home or a database. */
export function createKey(place: readonly string[]): string {
  const codes = states.map(({ code }) => code).join(",");
  const create = ["keys", "create", ...place, "--name", "bench", "--states", codes, "--json"];
  const created = execFileSync(RATEBOOK, create, { encoding: "utf8" });
  return (JSON.parse(created.trim().split("\n").at(-1) as string) as { key: string }).key;
}

/** A program of the benchmark that listens on a port of its own. */
export interface Helper {
  readonly port: number;
  stop(): Promise<void>;
}

/** The floor of a single GET: `node:http` sending the same bytes after `JSON.stringify`. */
export function serveBare(answers: readonly unknown[]): Promise<Helper> {
  return serveHelper("bare-server.ts", [], JSON.stringify(answers));
}

/** Starts a program of this folder with a port as its first argument, and a text to read. */
export async function serveHelper(program: string, given: readonly string[], text = ""): Promise<Helper> {
  const port = await freePort();
  const child = spawn(process.execPath, [join(import.meta.dirname, program), String(port), ...given], {
    stdio: ["pipe", "ignore", "inherit"],
  });
  child.stdin?.end(text);
  await untilReady(port, child);
  return { port, stop: () => stop(child) };
}

async function untilReady(port: number, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    await answer?.arrayBuffer();
    if (answer?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`The server exited with ${child.exitCode} before it was ready`);
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill("SIGTERM");
  await once(child, "exit");
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, "close");
  return port;
}
