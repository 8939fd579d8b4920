import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
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
import { NODE_PACKAGES } from "../../bin/launch/choose-node.mjs";
import { RATEBOOK_FLAGS } from "../../bin/launch/surroundings.mjs";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { SOON } from "../support/waiting.ts";
import { ROOT, ratebook, run } from "./support/ratebook.ts";

const ALL = "install --no-save --ignore-scripts --no-audit --no-fund --include=optional --loglevel=error";

let folder: ReturnType<typeof temporaryFolder>;
let project: string;
let tools: string;

/** A project with nothing but the launcher, on a machine with nothing but the tools given to it. */
beforeEach(() => {
  folder = temporaryFolder();
  project = join(folder.path, "project");
  tools = join(folder.path, "tools");
  for (const each of [join(project, "src", "cli"), tools]) mkdirSync(each, { recursive: true });
  for (const path of ["bin", "scripts/install.mjs", "scripts/lock-file.mjs", "scripts/npm-command.mjs"]) {
    cpSync(join(ROOT, path), join(project, path), { recursive: true });
  }
  const devDependencies = { vite: "8.0.0", preact: "11.0.0", "swagger-ui-dist": "5.0.0", vitest: "5.0.0" };
  const manifest = { type: "module", devDependencies };
  writeFileSync(join(project, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(project, "package-lock.json"), "{}");
});

afterEach(() => folder.remove());

function tool(name: string, script: string): void {
  writeFileSync(join(tools, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(tools, name), 0o755);
}

function launch(...args: string[]) {
  return run(join(project, "bin", "ratebook"), args, {
    ...{ PATH: `${tools}:/usr/bin:/bin`, npm_execpath: "" },
    // Those of the run that this test is part of.
    ...{ NODE_COMPILE_CACHE: "", MALLOC_ARENA_MAX: "" },
  });
}

function installed(): void {
  mkdirSync(join(project, "node_modules"), { recursive: true });
  writeFileSync(join(project, "node_modules", ".ratebook-installed"), "");
}

test("the command works through symbolic links, relative ones included, from any folder", async () => {
  const first = join(folder.path, "first");
  const second = join(tools, "ratebook");
  symlinkSync(join(ROOT, "bin", "ratebook"), first);
  symlinkSync("../first", second);
  expect(await run(second, ["--version"])).toEqual(await ratebook(["--version"]));
});

/** The program that is launched. */
function main(source: string): void {
  writeFileSync(join(project, "src", "cli", "main.ts"), source);
}

/** A Node of the machine that says to be version 20, and like that one cannot become another program. */
function oldNode(): void {
  const preload = `Object.defineProperty(process, "version", { value: "v20.20.2" }); process.execve = undefined;`;
  writeFileSync(join(tools, "old.mjs"), preload);
  tool("node", `exec ${process.execPath} --import ${join(tools, "old.mjs")} "$@"`);
}

/** The package of this platform, with the Node that runs this test. */
function brought(): void {
  const name = NODE_PACKAGES[`${process.platform}-${process.arch}`] as string;
  mkdirSync(join(project, "node_modules", name, "bin"), { recursive: true });
  writeFileSync(join(project, "node_modules", name, "package.json"), JSON.stringify({ name, version: "24.0.0" }));
  // Not a link, which would be the same program as the old one.
  tool("brought", `exec ${process.execPath} "$@"`);
  cpSync(join(tools, "brought"), join(project, "node_modules", name, "bin", "node"));
}

const TELL = `const { execArgv, argv, env } = process;
process.stdout.write(JSON.stringify({ flags: execArgv, args: argv.slice(2), arenas: env.MALLOC_ARENA_MAX, cache: env.NODE_COMPILE_CACHE }));
process.exitCode = 7;`;

function notices(...args: string[]) {
  const cache = join(project, "node_modules", ".cache", "compiled");
  return JSON.stringify({ flags: RATEBOOK_FLAGS, args, arenas: "1", cache });
}

test("an old Node is refused before anything is loaded, where npm has brought no other", async () => {
  installed();
  main(TELL);
  oldNode();
  const { code, stdout, stderr } = await launch("keys", "list");
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toContain("Node 24 or newer is needed and npm has brought none for ");
  expect(stderr).toContain("; found v20.20.2. Install it from https://nodejs.org and try again.");
});

test("a new enough Node of the machine is used when npm has brought none", async () => {
  installed();
  main(TELL);
  symlinkSync(process.execPath, join(tools, "node"));
  expect(await launch("keys", "a b")).toEqual({ code: 7, stdout: notices("keys", "a b"), stderr: "" });
});

test("Node may be told to run the command, as where there is no POSIX shell", async () => {
  installed();
  main(TELL);
  for (const door of ["ratebook", "ratebook.mjs"]) {
    const variables = { NODE_COMPILE_CACHE: "", MALLOC_ARENA_MAX: "", npm_execpath: "" };
    const ended = await run(process.execPath, [join(project, "bin", door), "serve"], variables);
    expect(ended).toEqual({ code: 7, stdout: notices("serve"), stderr: "" });
  }
});

test("the Node that npm has brought is used before any other", async () => {
  installed();
  tool("node", "echo the wrong one");
  mkdirSync(join(project, "node_modules", ".bin"));
  tool("brought", 'echo "run: $*"');
  symlinkSync(join(tools, "brought"), join(project, "node_modules", ".bin", "node"));
  expect((await launch("serve")).stdout).toBe(
    `run: ${RATEBOOK_FLAGS.join(" ")} ${join(project, "bin/ratebook.mjs")} serve\n`,
  );
});

describe.skipIf(NODE_PACKAGES[`${process.platform}-${process.arch}`] === undefined)("beside an old Node", () => {
  beforeEach(() => {
    installed();
    oldNode();
    brought();
  });

  test("the Node that npm has brought gets the streams and the arguments, and gives its exit code", async () => {
    main(TELL);
    expect(await launch("price", "--json")).toEqual({ code: 7, stdout: notices("price", "--json"), stderr: "" });
  });

  test("signals reach the program", async () => {
    const signals = ["SIGINT", "SIGHUP", "SIGUSR1", "SIGTERM"] as const;
    main(`for (const signal of ${JSON.stringify(signals)}) process.on(signal, () => {
  process.stdout.write(signal);
  if (signal === "SIGTERM") process.exit(5);
});
setInterval(() => {}, 1_000); process.stdout.write("ready");`);
    const { child, output } = started();
    const ended = once(child, "close");
    let expected = "ready";
    for (const signal of signals) {
      await vi.waitFor(() => expect(output()).toBe(expected), SOON);
      child.kill(signal);
      expected += signal;
    }
    expect(await ended).toEqual([5, null]);
    expect(output()).toBe(expected);
  });

  test("a program that is killed is told as killed", async () => {
    main(`process.kill(process.pid, "SIGKILL");`);
    expect(await once(started().child, "close")).toEqual([null, "SIGKILL"]);
  });
});

test("a program that the launcher has become is killed with it", async () => {
  installed();
  symlinkSync(process.execPath, join(tools, "node"));
  main("process.stdout.write(String(process.pid)); setInterval(() => {}, 1_000);");
  const { child, output } = started();
  await once(child.stdout, "data");
  expect(output()).toBe(String(child.pid));
  child.kill("SIGKILL");
  await once(child, "close");
});

function started() {
  const env = { ...process.env, PATH: `${tools}:/usr/bin:/bin` };
  const child = spawn(join(project, "bin", "ratebook"), { env, stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (piece) => {
    text += piece;
  });
  return { child, output: () => text };
}

test("packages are installed once, again when the lock file changes, and never speak on standard output", async () => {
  const log = join(folder.path, "npm.log");
  symlinkSync(process.execPath, join(tools, "node"));
  main('process.stdout.write("done\\n");');
  tool("npm", `echo "$*" >> ${log}; echo npm speaks`);
  const calls = () => readFileSync(log, "utf8").trimEnd().split("\n");

  const first = await launch();
  expect(first).toMatchObject({ code: 0, stdout: "done\n", stderr: expect.stringContaining("npm speaks") });
  expect(calls()).toEqual([`${ALL} --omit=dev --save-prod preact@11.0.0 swagger-ui-dist@5.0.0 vite@8.0.0`]);
  expect(await launch()).toEqual({ code: 0, stdout: "done\n", stderr: "" });

  // Touched but not changed, as a checkout may do: looked at, not installed again.
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  utimesSync(join(project, "package-lock.json"), inHours(1), inHours(1));
  await launch();
  expect(calls()).toHaveLength(1);

  writeFileSync(join(project, "package-lock.json"), '{"changed": true}');
  utimesSync(join(project, "package-lock.json"), inHours(2), inHours(2));
  await Promise.all([launch(), launch(), launch()]);
  expect(calls()).toHaveLength(2);
});

test("packages of tests and tools are installed when these are run, and then never taken away", async () => {
  const log = join(folder.path, "npm.log");
  symlinkSync(process.execPath, join(tools, "node"));
  main("");
  tool("npm", `echo "$*" >> ${log}`);
  const variables = { PATH: `${tools}:/usr/bin:/bin`, npm_execpath: "" };
  const install = (...args: string[]) =>
    run(process.execPath, [join(project, "scripts", "install.mjs"), ...args], variables);

  await launch();
  await install("--development");
  await install("--development");
  await install();
  await launch();
  const calls = () => readFileSync(log, "utf8").trimEnd().split("\n");
  expect(calls()).toEqual([expect.stringContaining("--omit=dev"), ALL]);

  writeFileSync(join(project, "package-lock.json"), '{"name": "another"}');
  await install();
  expect(calls()).toEqual([expect.stringContaining("--omit=dev"), ALL, ALL]);
});

test.each([
  ["lists all that is asked for", {}, "ci"],
  [
    "lacks a package for another platform",
    { optionalDependencies: { "vite-of-another-platform": "1.0.0" } },
    "install",
  ],
])(
  "packages of a lock file that %s are installed with it alone only if that is possible",
  async (_what, more, command) => {
    const log = join(folder.path, "npm.log");
    tool("npm", `echo "$*" >> ${log}`);
    const packages = {
      "": { devDependencies: { vite: "8.0.0" }, dependencies: { "@of/us": "1.0.0" } },
      "node_modules/vite": { dependencies: { inner: "1.0.0", "@of/us": "1.0.0" }, ...more },
      "node_modules/vite/node_modules/inner": { dependencies: { "@of/us": "1.0.0" } },
      "node_modules/@of/us": {},
    };
    writeFileSync(join(project, "package-lock.json"), JSON.stringify({ lockfileVersion: 3, packages }));
    const variables = { PATH: `${tools}:/usr/bin:/bin`, npm_execpath: "" };
    await run(process.execPath, [join(project, "scripts", "install.mjs"), "--development"], variables);
    expect(readFileSync(log, "utf8")).toBe(`${ALL.replace("install", command)}\n`);
  },
);

test("packages that npm itself has installed are taken as they are", async () => {
  symlinkSync(process.execPath, join(tools, "node"));
  main('process.stdout.write("done\\n");');
  mkdirSync(join(project, "node_modules"));
  writeFileSync(join(project, "node_modules", ".package-lock.json"), "{}");
  expect(await launch()).toEqual({ code: 0, stdout: "done\n", stderr: "" });
});

test("an installation that fails is told, and nothing is run", async () => {
  symlinkSync(process.execPath, join(tools, "node"));
  tool("npm", "echo no network >&2; exit 1");
  const { code, stdout, stderr } = await launch("serve");
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toContain("no network");
  expect(stderr).toContain("npm could not install the packages");
});

test("a folder that cannot be made is reported in one sentence", async () => {
  symlinkSync(process.execPath, join(tools, "node"));
  writeFileSync(join(project, ".ratebook"), "a file in its place");
  expect(await launch("serve")).toEqual({
    code: 1,
    stdout: "",
    stderr: `ratebook: the packages cannot be installed: ${join(project, ".ratebook")} cannot be used (EEXIST). Fix the cause and try again.\n`,
  });
});

const isRoot = process.getuid?.() === 0;

describe.runIf(!isRoot || existsSync("/usr/bin/setpriv"))("for a user who may not write to the clone", () => {
  const NOBODY = 65_534;

  beforeEach(() => {
    symlinkSync(process.execPath, join(tools, "node"));
    main('process.stdout.write("done\\n");');
  });

  function launchAsReader() {
    for (const each of [folder.path, tools]) chmodSync(each, 0o755);
    for (const each of [project, join(project, "node_modules")]) if (existsSync(each)) chmodSync(each, 0o555);
    const drop = ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"];
    const command = [...(isRoot ? drop : []), join(project, "bin", "ratebook")];
    const variables = { PATH: `${tools}:/usr/bin:/bin`, npm_execpath: "" };
    return run(command[0] as string, command.slice(1), variables);
  }

  afterEach(() => {
    for (const each of [project, join(project, "node_modules")]) if (existsSync(each)) chmodSync(each, 0o755);
  });

  test("missing packages are reported in one sentence that names the remedy", async () => {
    expect(await launchAsReader()).toEqual({
      code: 1,
      stdout: "",
      stderr: `ratebook: the packages cannot be installed: ${join(project, ".ratebook")} cannot be used (EACCES). Run "${join(project, "bin", "ratebook")} version" once as the owner of ${project}, also after each upgrade.\n`,
    });
  });

  test("packages of the same lock file are used, although its time is newer", async () => {
    installed();
    const sha256 = createHash("sha256").update("{}").digest("hex");
    writeFileSync(join(project, "node_modules", ".ratebook-installed"), sha256);
    const inAnHour = new Date(Date.now() + 3_600_000);
    utimesSync(join(project, "package-lock.json"), inAnHour, inAnHour);
    expect(await launchAsReader()).toEqual({ code: 0, stdout: "done\n", stderr: "" });
  });
});
