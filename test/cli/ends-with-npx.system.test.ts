import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { californiaAt } from "../support/shared-release.ts";
import { installedFolder } from "../support/suite/installed.ts";
import { SOON as WAITING } from "../support/waiting.ts";
import { RATEBOOK } from "./support/ratebook.ts";

const SOON = { ...WAITING, interval: 50 };

const work = temporaryFolder();
const release = join(work.path, "rates.db");
let folder: ReturnType<typeof temporaryFolder>;
let port: number;

beforeAll(() => californiaAt(release));

beforeEach(async () => {
  folder = temporaryFolder();
  const bin = join(folder.path, "node_modules", ".bin");
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(folder.path, "package.json"), "{}");
  symlinkSync(`${RATEBOOK}.mjs`, join(bin, "ratebook"));
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  ({ port } = server.address() as { readonly port: number });
  server.close();
});

afterEach(() => folder.remove());
afterAll(() => work.remove());

/** What npm and other runs leave in the variables is not of this one. */
function variables(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("npm_")));
}

function serving(): readonly string[] {
  return ["serve", "--release", release, "--home", join(folder.path, "home"), "--port", String(port)];
}

function start(program: string, args: readonly string[], more: NodeJS.ProcessEnv = {}): ChildProcess {
  const env = { ...variables(), ...more };
  return spawn(program, [...args, ...serving()], { cwd: folder.path, env, stdio: "ignore" });
}

async function isAnswering(): Promise<boolean> {
  return await fetch(`http://127.0.0.1:${port}/livez`).then(
    ({ ok }) => ok,
    () => false,
  );
}

const answers = () => vi.waitFor(async () => expect(await isAnswering()).toBe(true), SOON);
const isGone = () => vi.waitFor(async () => expect(await isAnswering()).toBe(false), SOON);

describe.runIf(process.platform === "linux")("a server that npx has started", () => {
  test.each(["SIGKILL", "SIGTERM"] as const)("ends when npx is ended with %s, and frees its port", async (signal) => {
    const npx = start("npx", ["ratebook"]);
    await answers();
    npx.kill(signal);
    await isGone();
  });

  test("ends when npx is killed before it serves", async () => {
    const npx = start("npx", ["ratebook"]);
    await vi.waitFor(() => expect(childrenText(npx.pid)).toContain("ratebook"), SOON);
    const started = childrenOf(npx.pid);
    npx.kill("SIGKILL");
    await vi.waitFor(() => expect(started.filter(isThere)).toEqual([]), SOON);
    await isGone();
  });
});

describe.runIf(process.platform === "linux")("a server that was detached on purpose goes on without its shell", () => {
  test.each([
    ["from a shell", {}],
    ["from a script that npx has started", { npm_lifecycle_event: "npx", npm_lifecycle_script: "'tool'" }],
  ])("%s", async (_where, more) => {
    const shell = start("sh", ["-c", 'nohup "$0" "$@" >/dev/null 2>&1 & echo $! > pid', RATEBOOK], more);
    await once(shell, "exit");
    const pid = Number(readFileSync(join(folder.path, "pid"), "utf8"));
    try {
      await answers();
      // Twice as long as it takes to notice that a parent is gone.
      await wait(1_500);
      expect(await isAnswering()).toBe(true);
    } finally {
      process.kill(pid, "SIGTERM");
      await isGone();
    }
  });
});

test.runIf(process.platform === "linux")("a server ends with the launcher that runs it beside itself", async () => {
  const launcher = spawn(
    process.execPath,
    [
      "--input-type=module",
      "-e",
      `
      const { runBeside } = await import(${JSON.stringify(join(installedFolder(), "bin/launch/run-beside.mjs"))});
      await runBeside(process.execPath, process.argv.slice(1), process.env, false);
    `,
      join(installedFolder(), "bin/launch/started.mjs"),
      join(installedFolder(), "dist/program/main.js"),
      ...serving(),
    ],
    { env: variables(), stdio: "ignore" },
  );
  await answers();
  launcher.kill("SIGKILL");
  await isGone();
});

/** The command lines of the children of a process. */
function childrenOf(pid = 0): readonly string[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
}

function childrenText(pid = 0): string {
  return childrenOf(pid)
    .map((child) => readFileSync(`/proc/${child}/cmdline`, "utf8"))
    .join("\n");
}

/** An ended process whose parent is gone as well may wait to be reaped: it has no command line. */
function isThere(pid: string): boolean {
  return existsSync(`/proc/${pid}`) && readFileSync(`/proc/${pid}/cmdline`, "utf8") !== "";
}
