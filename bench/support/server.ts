import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
const RATEBOOK = join(ROOT, "bin/ratebook");

export interface Served {
  readonly port: number;
  readonly key: string;
  /** From starting the command until `/readyz` answers 200. */
  readonly startMilliseconds: number;
  residentMegabytes(): number;
  stop(): Promise<void>;
}

/** Serves a release with everything on (keys, limits, metrics, logs), as an operator would. */
export async function serve(release: string, home: string): Promise<Served> {
  const create = ["keys", "create", "--home", home, "--name", "bench", "--states", "ca", "--json"];
  const created = execFileSync(RATEBOOK, create, { encoding: "utf8" });
  const { key } = JSON.parse(created.trim().split("\n").at(-1) as string) as { key: string };
  const port = await freePort();
  const start = performance.now();
  const child = spawn(
    RATEBOOK,
    [
      "serve",
      "--release",
      release,
      "--home",
      home,
      "--host",
      "127.0.0.1",
      "--port",
      String(port),
      "--rate",
      "1000000000",
    ],
    { stdio: ["ignore", "ignore", "inherit"] },
  );
  await untilReady(port, child);
  return {
    port,
    key,
    startMilliseconds: performance.now() - start,
    residentMegabytes: () => residentMegabytes(child),
    stop: () => stop(child),
  };
}

/** The floor of a single GET: `node:http` sending the same bytes after `JSON.stringify`. */
export async function serveBare(answer: unknown): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const port = await freePort();
  const child = spawn(process.execPath, [join(import.meta.dirname, "bare-server.ts"), String(port)], {
    stdio: ["pipe", "ignore", "inherit"],
  });
  child.stdin?.end(JSON.stringify(answer));
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

function residentMegabytes(child: ChildProcess): number {
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  return Number(/VmRSS:\s+([0-9]+)/.exec(status)?.[1]) / 1024;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, "close");
  return port;
}
