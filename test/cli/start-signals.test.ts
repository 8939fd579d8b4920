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
  const [HANGUP, _USER_1] = [1, 10];

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

  /** Waits until a process handles a signal. */
  async function handles(pid: number, signal: number): Promise<void> {
    started.push(pid);
    for (let isHandled = false; !isHandled; await wait(1)) {
      const status = statusOf(pid);
      if (status === "") throw new Error(`process ${pid} has ended`);
      const handled = BigInt(`0x${/^SigCgt:\s+(\w+)$/m.exec(status)?.[1]}`);
      isHandled = (handled & (1n << BigInt(signal - 1))) !== 0n;
    }
  }

  test("SIGHUP before a server listens makes it reload when it does", async () => {
    const server = serve(release, join(folder.path, "home"), "--workers", "2");
    const pid = server.process.pid as number;
    await handles(pid, HANGUP);
    process.kill(pid, "SIGHUP");
    await server.started();
    await server.logged("reloaded");
    expect(await server.stop()).toBe(0);
    expect(server.events("reloaded")).toHaveLength(1);
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
