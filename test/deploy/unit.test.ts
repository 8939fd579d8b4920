import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { serverSettings } from "../../src/serve/operations/configuration.ts";
import { ROOT } from "../cli/support/ratebook.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { isCommand, knownVariables, stopSecondsMax, takes } from "./support/known-settings.ts";

/* The systemd unit: read by rules of our own everywhere, and by systemd itself where that is installed. */

const TEXT = readFileSync(join(ROOT, "deploy/ratebook.service"), "utf8");
const LINES = TEXT.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
const values = (name: string) =>
  LINES.filter((line) => line.startsWith(`${name}=`)).map((line) => line.slice(name.length + 1));

const folder = temporaryFolder();
afterAll(() => folder.remove());

/** As `systemd-analyze security` grades: 0 is shut in, 10 open; what serves HTTP and compiles its code stays above 1. */
const EXPOSURE_MAX = 1.5;

const analyze = (args: readonly string[]) => spawnSync("systemd-analyze", args, { encoding: "utf8" });
const hasSystemd = analyze(["--version"]).status === 0;

describe("the unit", () => {
  it("has sections and settings, and nothing twice but what may be", () => {
    const repeatable = ["Environment", "SystemCallFilter"];
    const names = LINES.filter((line) => !line.startsWith("[")).map((line) => {
      expect(line).toMatch(/^[A-Z][A-Za-z]+=/);
      return line.slice(0, line.indexOf("="));
    });
    const once = names.filter((name) => !repeatable.includes(name));
    expect(once).toHaveLength(new Set(once).size);
    expect(LINES.filter((line) => line.startsWith("["))).toEqual(["[Unit]", "[Service]", "[Install]"]);
  });

  it("sets variables that exist, to values that are taken, and starts a command that exists", () => {
    const settings = values("Environment").filter((setting) => setting.startsWith("RATEBOOK_"));
    expect(settings.length).toBeGreaterThan(3);
    for (const setting of settings) {
      const [variable = "", value = ""] = setting.split("=");
      expect(knownVariables(), variable).toContain(variable);
      expect(takes(variable, value), setting).toBe(true);
    }
    const [program, ...words] = (values("ExecStart")[0] ?? "").split(" ");
    expect(program).toBe("/opt/ratebook/bin/ratebook");
    expect(isCommand(words)).toBe(true);
  });

  it("reloads by the command that fails when the release is refused, in the home that the unit names", () => {
    const [program, ...words] = (values("ExecReload")[0] ?? "").split(" ");
    expect(program).toBe("/opt/ratebook/bin/ratebook");
    expect(words).toEqual(["reload"]);
    expect(isCommand(words)).toBe(true);
  });

  it("has its log file reopened by logrotate with the signal for that, which reloads nothing", () => {
    const logrotate = readFileSync(join(ROOT, "deploy/logrotate"), "utf8");
    const [, signal] = /systemctl kill --kill-whom=main --signal=(\w+) ratebook\.service/.exec(logrotate) ?? [];
    expect(`SIG${signal}`).toBe(/SIG\w+/.exec(serverSettings.logFile.description)?.[0]);
  });

  it("writes to folders of its own, as a user of its own, and gives requests the time that a server gives them", () => {
    expect(values("User")).toEqual(["ratebook"]);
    expect([values("StateDirectory"), values("ProtectSystem")]).toEqual([["ratebook"], ["strict"]]);
    expect(values("Environment")).toContain("RATEBOOK_HOME=/var/lib/ratebook");
    expect(Number(values("TimeoutStopSec")[0])).toBeGreaterThanOrEqual(stopSecondsMax());
    expect(values("KillMode")).toEqual(["mixed"]);
    expect(values("MemoryDenyWriteExecute")).toEqual([]);
  });
});

it("permits the system call that lowers the priority of threads, after the lines that exclude its group", () => {
  expect(values("SystemCallFilter")).toEqual(["@system-service", "~@privileged @resources", "setpriority"]);
});

describe.runIf(hasSystemd)("systemd", () => {
  it("takes every line of it", () => {
    // Its program is looked for, and is elsewhere here.
    const program = join(folder.path, "ratebook");
    mkdirSync(folder.path, { recursive: true });
    writeFileSync(program, "#!/bin/sh\n");
    chmodSync(program, 0o755);
    const unit = join(folder.path, "ratebook.service");
    writeFileSync(unit, TEXT.replaceAll("/opt/ratebook/bin/ratebook", program));
    const { status, stdout, stderr } = analyze(["verify", "--man=no", unit]);
    expect([stdout + stderr, status]).toEqual(["", 0]);
  });

  it("finds it shut in", () => {
    const { stdout } = analyze(["security", "--offline=true", "--no-pager", join(ROOT, "deploy/ratebook.service")]);
    const [, exposure] = /Overall exposure level for ratebook\.service: ([0-9.]+)/.exec(stdout) ?? [];
    expect(Number(exposure)).toBeLessThanOrEqual(EXPOSURE_MAX);
  });
});
