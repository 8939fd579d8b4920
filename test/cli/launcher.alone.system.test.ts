import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { SOON } from "../support/waiting.ts";
import { ROOT, ratebook, run } from "./support/ratebook.ts";

const INSTALL = "install --no-save --ignore-scripts --no-audit --no-fund --include=optional --loglevel=error";
const FOR_USERS = `${INSTALL} --omit=dev --save-prod preact@11.0.0 swagger-ui-dist@5.0.0 vite@8.0.0`;

let folder: ReturnType<typeof temporaryFolder>;
let project: string;
let tools: string;

/** A clone with nothing but the launcher, on a machine with nothing but the tools given to it. */
beforeEach(() => {
  folder = temporaryFolder();
  project = join(folder.path, "project");
  tools = join(folder.path, "tools");
  for (const each of [join(project, "src", "cli"), join(project, "node_modules"), tools])
    mkdirSync(each, { recursive: true });
  for (const path of ["bin", "scripts/install.mjs", "scripts/run.mjs"]) {
    cpSync(join(ROOT, path), join(project, path), { recursive: true });
  }
  const devDependencies = { vite: "8.0.0", preact: "11.0.0", "swagger-ui-dist": "5.0.0", vitest: "5.0.0" };
  writeFileSync(join(project, "package.json"), JSON.stringify({ type: "module", devDependencies }));
  writeFileSync(join(project, "package-lock.json"), "{}");
});
afterEach(() => folder.remove());

function tool(name: string, script: string): void {
  writeFileSync(join(tools, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(tools, name), 0o755);
}

const variables = () => ({ PATH: `${tools}:/usr/bin:/bin`, NODE_COMPILE_CACHE: "", MALLOC_ARENA_MAX: "" });

function launch(...args: string[]) {
  return run(join(project, "bin", "ratebook"), args, variables());
}

/** The program that is launched. */
function main(source: string): void {
  writeFileSync(join(project, "src", "cli", "main.ts"), source);
}

/** The packages, as npm leaves them. */
function installed(): void {
  writeFileSync(join(project, "node_modules", ".package-lock.json"), "{}");
}

/** A Node of the machine that says to be version 20. */
function oldNode(): void {
  writeFileSync(join(tools, "old.mjs"), `Object.defineProperty(process, "version", { value: "v20.20.2" });`);
  tool("node", `exec ${process.execPath} --import ${join(tools, "old.mjs")} "$@"`);
}

/** The lock file with a date after that of any installation. */
function lockLater(content: string): void {
  const later = new Date(Date.now() + 3_600_000);
  writeFileSync(join(project, "package-lock.json"), content);
  utimesSync(join(project, "package-lock.json"), later, later);
}

/** The package of this platform, with the Node that runs this test. */
function brought(): void {
  const at = join(project, "node_modules", `node-${process.platform}-${process.arch}`);
  mkdirSync(join(at, "bin"), { recursive: true });
  writeFileSync(join(at, "package.json"), JSON.stringify({ name: "node", version: "24.0.0" }));
  symlinkSync(process.execPath, join(at, "bin", "node"));
}

/** Prints what the program is started with, and ends with 7. */
const REPORT = `const { execArgv, argv, env } = process;
process.stdout.write(JSON.stringify({ flags: execArgv, args: argv.slice(2), arenas: env.MALLOC_ARENA_MAX, cache: env.NODE_COMPILE_CACHE }));
process.exitCode = 7;`;

function report(...args: string[]) {
  const cache = join(project, "node_modules", ".cache", "compiled");
  return JSON.stringify({ flags: ["--max-semi-space-size=8"], args, arenas: "1", cache });
}

test("the command works through symbolic links, relative ones included, from any folder", async () => {
  const second = join(tools, "ratebook");
  symlinkSync(join(ROOT, "bin", "ratebook"), join(folder.path, "first"));
  symlinkSync("../first", second);
  expect(await run(second, ["--version"])).toEqual(await ratebook(["--version"]));
});

describe("Node", () => {
  beforeEach(installed);

  test("24 of the machine runs the command, with the flags and variables of a server, also where there is no shell", async () => {
    main(REPORT);
    symlinkSync(process.execPath, join(tools, "node"));
    const expected = { code: 7, stdout: report("keys", "a b"), stderr: "" };
    expect(await launch("keys", "a b")).toEqual(expected);
    const direct = [join(project, "bin", "ratebook.mjs"), "keys", "a b"];
    expect(await run(process.execPath, direct, variables())).toEqual(expected);
  });

  test("that is too old is refused where npm has brought no other", async () => {
    main(REPORT);
    oldNode();
    const { code, stdout, stderr } = await launch("keys", "list");
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(
      /^ratebook: Node 24 is needed; .* is v20\.20\.2\. Install it from https:\/\/nodejs\.org\.\n$/,
    );
  });

  test("that npm has brought runs the command, its streams, arguments and exit code beside an old one", async () => {
    main(REPORT);
    oldNode();
    brought();
    expect(await launch("price", "--json")).toEqual({ code: 7, stdout: report("price", "--json"), stderr: "" });
  });

  test("that npm has brought gets the signals, and its end by one is the end of the launcher", async () => {
    oldNode();
    brought();
    const signals = ["SIGINT", "SIGHUP", "SIGTERM"] as const;
    main(`for (const signal of ${JSON.stringify(signals)}) process.on(signal, () => process.stdout.write(signal));
process.on("SIGTERM", () => process.kill(process.pid, "SIGKILL"));
setInterval(() => {}, 1_000); process.stdout.write("ready");`);
    const env = { ...process.env, ...variables() };
    const child = spawn(join(project, "bin", "ratebook"), { env, stdio: ["ignore", "pipe", "ignore"] });
    const ended = once(child, "close");
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (piece) => {
      output += piece;
    });
    let expected = "ready";
    for (const signal of signals) {
      await vi.waitFor(() => expect(output).toBe(expected), SOON);
      child.kill(signal);
      expected += signal;
    }
    expect(await ended).toEqual([null, "SIGKILL"]);
  });
});

describe("packages", () => {
  let calls: () => string[];

  beforeEach(() => {
    const log = join(folder.path, "npm.log");
    symlinkSync(process.execPath, join(tools, "node"));
    main('process.stdout.write("done\\n");');
    tool("npm", `echo "$*" >> ${log}; echo npm speaks`);
    calls = () => (existsSync(log) ? readFileSync(log, "utf8").trimEnd().split("\n") : []);
  });

  test("are installed once, again when the lock file changes, and never speak on standard output", async () => {
    const first = await launch();
    expect(first).toMatchObject({ code: 0, stdout: "done\n", stderr: expect.stringContaining("npm speaks") });
    expect(await launch()).toEqual({ code: 0, stdout: "done\n", stderr: "" });
    expect(calls()).toEqual([FOR_USERS]);
    // A copy may have later dates.
    lockLater("{}");
    await launch();
    expect(calls()).toHaveLength(1);
    lockLater('{"changed": true}');
    await launch();
    expect(calls()).toEqual([FOR_USERS, FOR_USERS]);
  });

  test("of tests and tools are installed when these are run, and then stay", async () => {
    const develop = () =>
      run(process.execPath, [join(project, "scripts/run.mjs"), "--development", "src/cli/main.ts"], variables());
    await launch();
    expect(await develop()).toMatchObject({ code: 0, stdout: "done\n" });
    expect(calls()).toEqual([FOR_USERS, INSTALL]);
    mkdirSync(join(project, "node_modules", "vitest"));
    await develop();
    expect(calls()).toHaveLength(2);
    lockLater('{"changed": true}');
    await launch();
    expect(calls()).toEqual([FOR_USERS, INSTALL, INSTALL]);
  });

  test("that npm itself has installed are taken as they are", async () => {
    installed();
    expect(await launch()).toEqual({ code: 0, stdout: "done\n", stderr: "" });
    expect(calls()).toEqual([]);
  });

  test("that cannot be installed are reported, and nothing is run", async () => {
    tool("npm", "echo no network >&2; exit 1");
    const { code, stdout, stderr } = await launch("serve");
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/no network\nratebook: the packages cannot be installed: the messages of npm above/);
  });

  const isRoot = process.getuid?.() === 0;

  test.runIf(!isRoot || existsSync("/usr/bin/setpriv"))(
    "are not installed by a user who may not write there",
    async () => {
      for (const each of [folder.path, tools]) chmodSync(each, 0o755);
      chmodSync(project, 0o555);
      const drop = isRoot ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : [];
      const [command = "", ...args] = [...drop, join(project, "bin", "ratebook")];
      const ended = await run(command, args, variables());
      expect(ended).toMatchObject({ code: 1, stdout: "" });
      expect(ended.stderr).toMatch(
        /^ratebook: .* this user may not write to .*\. Run "bin\/ratebook version" .* owner\.\n$/,
      );
      expect(calls()).toEqual([]);
      chmodSync(project, 0o755);
    },
  );
});
