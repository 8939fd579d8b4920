import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { states } from "../src/states/index.ts";
import { processorMilliseconds, residentMegabytes } from "./processes.ts";
import { ROOT } from "./setup.ts";

export const RATEBOOK = join(ROOT, "bin/ratebook");
/** Lookups a minute: limits are on, and never reached. */
const RATE = "1000000000";

export interface Server {
  readonly port: number;
  /** From starting the command until `/readyz` answers 200. */
  readonly startMilliseconds: number;
  residentMegabytes(): number;
  processorMilliseconds(): number;
}

export interface Service extends Server {
  readonly key: string;
}

/** Serves a release with everything on (keys, limits, metrics, logs), as an operator would. */
export async function withService<Outcome>(
  release: string,
  measure: (service: Service) => Promise<Outcome>,
): Promise<Outcome> {
  const home = mkdtempSync(join(tmpdir(), "ratebook-bench-"));
  try {
    const codes = states.map(({ code }) => code).join(",");
    const create = ["keys", "create", "--home", home, "--name", "bench", "--states", codes, "--rate", RATE, "--json"];
    const { key } = JSON.parse(execFileSync(RATEBOOK, create, { encoding: "utf8" })) as { readonly key: string };
    const options = ["--release", release, "--home", home, "--host", "127.0.0.1", "--drain", "0"];
    return await withServer(
      RATEBOOK,
      (port) => ["serve", ...options, "--port", port],
      "",
      (server) => measure({ ...server, key }),
    );
  } finally {
    rmSync(home, { recursive: true });
  }
}

/** The floor over HTTP: bare `node:http` that sends these answers. */
export async function withBareServer<Outcome>(
  answers: readonly unknown[],
  measure: (server: Server) => Promise<Outcome>,
): Promise<Outcome> {
  const program = join(import.meta.dirname, "bare-server.ts");
  return await withServer(process.execPath, (port) => [program, port], JSON.stringify(answers), measure);
}

async function withServer<Outcome>(
  command: string,
  argumentsFor: (port: string) => readonly string[],
  input: string,
  measure: (server: Server) => Promise<Outcome>,
): Promise<Outcome> {
  const port = await freePort();
  const start = performance.now();
  const child = spawn(command, argumentsFor(String(port)), { stdio: ["pipe", "ignore", "inherit"] });
  const ended = once(child, "exit");
  child.stdin.end(input);
  try {
    await untilReady(port, child);
    const pid = child.pid as number;
    return await measure({
      port,
      startMilliseconds: performance.now() - start,
      residentMegabytes: () => residentMegabytes(pid),
      processorMilliseconds: () => processorMilliseconds(pid),
    });
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
}

async function untilReady(port: number, child: ChildProcess): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    await answer?.arrayBuffer();
    if (answer?.status === 200) return;
    await wait(5);
  }
  throw new Error(`The server exited with ${child.exitCode} before it was ready`);
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, "close");
  return port;
}
