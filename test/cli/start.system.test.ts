import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { demoAddress, demoKey } from "../../src/cli/sample.ts";
import { freePort } from "../../src/serve/operations/port.ts";
import { states } from "../../src/states/index.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { SOON as WAITING } from "../support/waiting.ts";
import { statusFor } from "./support/host-status.ts";
import { launched, RATEBOOK, ROOT, ratebook, run } from "./support/ratebook.ts";

describe("start", () => {
  const SOON = { ...WAITING, interval: 50 };

  const folder = temporaryFolder();
  afterAll(() => folder.remove());

  let children: ChildProcess[] = [];

  afterEach(async () => {
    for (const child of children) await interrupted(child);
    children = [];
  });

  /** Ctrl+C: a terminal sends it to npm and to all that npm has started. */
  async function interrupted(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    process.kill(-(child.pid as number), "SIGINT");
    await once(child, "close");
  }

  /** Starts as a newcomer does. */
  function npmStart(args: readonly string[], variables: Readonly<Record<string, string>> = {}) {
    return started("npm", ["start", ...args], variables);
  }

  /** Starts the installed command with the sample of the clone, in half the time that npm takes. */
  function installedStart(args: readonly string[], variables: Readonly<Record<string, string>>) {
    return started(RATEBOOK, ["start", ...args], { RATEBOOK_WORK: join(ROOT, ".ratebook"), ...variables });
  }

  /** Everything that is printed, once it is all there. */
  async function started(command: string, args: readonly string[], variables: Readonly<Record<string, string>>) {
    const child = spawn(command, args, { cwd: ROOT, detached: true, env: { ...process.env, ...variables } });
    children.push(child);
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (text) => {
        output += text;
      });
    }
    await vi.waitFor(() => {
      if (child.exitCode === null && !output.includes("Stop with Ctrl+C.")) throw new Error(output);
    }, SOON);
    return { output, child };
  }

  const anyPort = () => freePort("127.0.0.1", 0);

  test("npm start -- --port prints a demo key and lines for every state that work as printed, ends by Ctrl+C, and has the same key at every start", async () => {
    const port = await anyPort();
    // What is written counts before the variables.
    const { output, child } = await npmStart(["--", "--port", String(port)], { PORT: "1" });
    const lines = output.split("\n").filter((line) => line.startsWith("curl "));
    expect(lines).toHaveLength(states.length);
    const answers = await Promise.all(lines.map((line) => run("sh", ["-c", `${line} --silent --fail`])));
    const found = expect.objectContaining({ rate_found: true });
    for (const { stdout } of answers) expect(JSON.parse(stdout)).toEqual([found]);

    // What changed has something to show: the sample comes with an earlier edition.
    const token = /^Demo key: (\S+) /m.exec(output)?.[1];
    const listed = await fetch(`http://127.0.0.1:${port}/api/v1/releases`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await listed.json()).toMatchObject({
      releases: [{ in_service: true }, { version: "2026.06", in_service: false }],
      unreadable_files: 0,
    });

    const opened = /^Open (\S+) in a browser/m.exec(output)?.[1] ?? "";
    const [page = "", secret = ""] = opened.split("/#demo=");
    expect(page).toBe(`http://127.0.0.1:${port}`);
    const session = async (authorization: string | null) => {
      const headers = { origin: page, ...(authorization === null ? {} : { authorization }) };
      return (await fetch(`${page}/session`, { method: "POST", headers })).status;
    };
    expect(await session(`Demo ${secret}`)).toBe(200);
    expect(await session(null)).toBe(401);

    // A second start says why it cannot be.
    const second = await npmStart(["--", "--port", String(port)]);
    expect(second.output).toMatch(new RegExp(`^error: Port ${port} on 127.0.0.1 is in use\\. .*$`, "m"));
    expect(second.child.exitCode).toBe(1);

    await interrupted(child);
    await expect(fetch(`http://127.0.0.1:${port}/livez`)).rejects.toThrow();
    // The next start takes the same from the home.
    const home = join(ROOT, ".ratebook", "demo");
    const { token: next, access } = await demoKey(home);
    expect(next).toBe(token);
    expect(demoAddress(page, access)).toBe(opened);
    expect(output).toContain(`Its home, with the keys, is ${home}.\n`);
  });

  test("npm start and options without --, with their values in them or beside them, says how they are written", async () => {
    const { output, child } = await npmStart(["--host=127.0.0.1", "--port", "8081"]);
    expect(output).toMatch(/Write -- before the options of Ratebook: npm start -- .*--host </);
    expect(output).toMatch(/Write -- before the options of Ratebook: npm start -- .*--port <number>/);
    expect(child.exitCode).toBe(2);
  });

  test("start takes its port from PORT, and a home without a demo key", async () => {
    const port = await anyPort();
    const home = join(folder.path, "home");
    const { output } = await installedStart(["--home", home], { PORT: String(port) });
    expect(output).toContain(`Open http://127.0.0.1:${port} in a browser`);
    expect(output).toContain(`Its home, with the keys, is ${home}.\n`);
    expect(output).not.toContain("rb_live_");
    expect(output).toContain(`bin/ratebook keys create --home ${home} --name me`);
    expect(existsSync(join(home, "demo-key"))).toBe(false);
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  });

  test("start makes no demo key on an address that others can reach, where it answers to every name", async () => {
    const port = await anyPort();
    const { output } = await installedStart(["--host", "0.0.0.0", "--port", String(port)], {});
    expect(output).not.toContain("rb_live_");
    expect(output).not.toContain("#demo=");
    expect(output).toContain("bin/ratebook keys create --home");
    for (const host of ["localhost", "127.0.0.1:80", "evil.example"]) expect(await statusFor(port, host)).toBe(200);
  });
});

describe("sample release", () => {
  const folder = temporaryFolder();
  afterAll(() => folder.remove());

  test("a folder for the sample that cannot be made is refused in one sentence, with the option that names another", async () => {
    const file = join(folder.path, "a-file");
    writeFileSync(file, "");
    const work = join(file, "work");
    const { code, stdout, stderr } = await ratebook(["start", "--work", work]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(`The folder ${work} for the sample cannot be written (`);
    expect(stderr).toContain("Choose another with --work.");
  });

  test("start takes settings of a server from variables, also those that it has no option for; its folders are its user's alone", async () => {
    const work = join(folder.path, ".ratebook", "sample");
    // An address of no machine (RFC 5737): the server ends.
    const { code, stdout, stderr } = await launched(["start", "--work", work], { RATEBOOK_HOST: "192.0.2.1" });
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("error: 192.0.2.1 is not an address of this machine.");
    expect(existsSync(join(work, "sample.db"))).toBe(true);
    if (process.platform === "win32") return;
    for (const made of [work, join(work, "..")]) expect(statSync(made).mode & 0o777).toBe(0o700);
  });
});
