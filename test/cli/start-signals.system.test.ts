import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { childrenOf } from "../serve/operations/support/fixture-home.ts";
import { RunningServer, temporaryFolder } from "../serve/operations/support/running-server.ts";
import { californiaAt } from "../support/shared-release.ts";
import { SOON as WAITING } from "../support/waiting.ts";
import { RATEBOOK, serve } from "./support/ratebook.ts";

/** Linux shows which signals a process handles. */
describe.runIf(process.platform === "linux")("signals while a command starts", () => {
  const SOON = { ...WAITING, interval: 5 };
  /** Makes a terminal for a command. */
  const SCRIPT = "/usr/bin/script";
  const [HANGUP, USER_1] = [1, 10];

  const folder = temporaryFolder();
  const started: number[] = [];
  const release = join(folder.path, "rates.db");

  beforeAll(async () => {
    await californiaAt(release);
  });

  afterAll(() => {
    for (const pid of started.filter(isAlive)) process.kill(pid, "SIGKILL");
    folder.remove();
  });

  function isAlive(pid: number): boolean {
    return existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(statusOf(pid));
  }

  function statusOf(pid: number): string {
    try {
      return readFileSync(`/proc/${pid}/status`, "utf8");
    } catch {
      return "";
    }
  }

  /** Waits until a process handles a signal: Node itself handles SIGUSR1 before it runs a program. */
  async function handles(pid: number, signal: number): Promise<void> {
    started.push(pid);
    for (let isHandled = false; !isHandled; await wait(1)) {
      const status = statusOf(pid);
      if (status === "") throw new Error(`process ${pid} has ended`);
      const handled = BigInt(`0x${/^SigCgt:\s+(\w+)$/m.exec(status)?.[1]}`);
      isHandled = (handled & (1n << BigInt(signal - 1))) !== 0n;
    }
  }

  test("SIGUSR1 opens no debugger in a server or its workers, and SIGHUP makes it reload when it listens", async () => {
    const server = serve(release, join(folder.path, "home"), "--workers", "2");
    const pid = server.process.pid as number;
    await handles(pid, USER_1);
    process.kill(pid, "SIGUSR1");
    await handles(pid, HANGUP);
    process.kill(pid, "SIGHUP");
    process.kill(pid, "SIGUSR1");
    const workers = await vi.waitFor(() => {
      const children = childrenOf(pid);
      expect(children).toHaveLength(2);
      return children;
    }, SOON);
    for (const worker of workers) {
      await handles(worker, USER_1);
      process.kill(worker, "SIGUSR1");
    }
    await server.started();
    await server.logged("reloaded");
    for (const each of [pid, ...workers]) process.kill(each, "SIGUSR1");
    expect((await server.fetch("/livez")).status).toBe(200);
    expect(childrenOf(pid).toSorted()).toEqual(workers.toSorted());
    expect(await server.stop()).toBe(0);
    expect(server.events("reloaded")).toHaveLength(1);
    expect(server.complaints).not.toContain("Debugger");
  });

  test("SIGUSR1 opens no debugger in a command that has no log", async () => {
    const agent = spawn(RATEBOOK, ["mcp", "--release", release]);
    const pid = agent.pid as number;
    let complaints = "";
    agent.stderr.on("data", (text) => {
      complaints += text;
    });
    await handles(pid, USER_1);
    process.kill(pid, "SIGUSR1");
    for (const id of [1, 2]) {
      agent.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method: "ping" })}\n`);
      const [answer] = await once(agent.stdout, "data");
      expect(JSON.parse(String(answer))).toMatchObject({ id });
      process.kill(pid, "SIGUSR1");
    }
    agent.stdin.end();
    expect(await once(agent, "close")).toEqual([0, null]);
    expect(complaints).not.toContain("Debugger");
  });

  test.runIf(existsSync(SCRIPT))("a terminal that is closed ends the server that starts in it", async () => {
    const command = `exec ${RATEBOOK} serve --release ${release} --home ${join(folder.path, "other")} --port 0`;
    const terminal = new RunningServer(SCRIPT, ["-qec", command, "/dev/null"], {});
    const [pid = 0] = await vi.waitFor(() => {
      const children = childrenOf(terminal.process.pid);
      expect(children).toHaveLength(1);
      return children;
    }, SOON);
    await handles(pid, HANGUP);
    terminal.process.kill("SIGKILL");
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), SOON);
  });
});
