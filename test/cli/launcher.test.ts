import { chmodSync, copyFileSync, mkdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { temporaryFolder } from "../operations/support/running-server.ts";
import { ROOT, ratebook, run } from "./support/ratebook.ts";

let folder: ReturnType<typeof temporaryFolder>;
let project: string;
let tools: string;

/** A project with nothing but the launcher, on a machine with nothing but the tools given to it. */
beforeEach(() => {
  folder = temporaryFolder();
  project = join(folder.path, "project");
  tools = join(folder.path, "tools");
  for (const each of [join(project, "bin"), join(project, "scripts"), tools]) mkdirSync(each, { recursive: true });
  for (const file of ["bin/ratebook", "scripts/node", "scripts/install.mjs"]) {
    copyFileSync(join(ROOT, file), join(project, file));
  }
  writeFileSync(join(project, "package-lock.json"), "{}");
});

afterEach(() => folder.remove());

function tool(name: string, script: string): void {
  writeFileSync(join(tools, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(tools, name), 0o755);
}

function launch(...args: string[]) {
  return run(join(project, "bin", "ratebook"), args, { PATH: `${tools}:/usr/bin:/bin`, npm_execpath: "" });
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

test("an old Node is refused before anything is loaded", async () => {
  installed();
  tool("node", "echo v20.20.2");
  const { code, stdout, stderr } = await launch("keys", "list");
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toContain("Node 24 or newer is needed and npm offers none for this platform; found v20.20.2.");
});

test("a new enough Node of the machine is used when npm has brought none", async () => {
  installed();
  tool("node", 'if [ "$1" = --version ]; then echo v26.1.0; else echo "run: $*"; exit 7; fi');
  const { code, stdout } = await launch("keys", "list");
  expect([code, stdout]).toEqual([7, `run: --max-semi-space-size=8 ${join(project, "src/cli/main.ts")} keys list\n`]);
});

test("the Node that npm has brought is used before any other", async () => {
  installed();
  tool("node", "echo the wrong one");
  mkdirSync(join(project, "node_modules", ".bin"));
  tool("brought", 'echo "run: $*"');
  symlinkSync(join(tools, "brought"), join(project, "node_modules", ".bin", "node"));
  expect((await launch("serve")).stdout).toBe(
    `run: --max-semi-space-size=8 ${join(project, "src/cli/main.ts")} serve\n`,
  );
});

test("packages are installed once, again when the lock file changes, and never speak on standard output", async () => {
  const log = join(folder.path, "npm.log");
  symlinkSync(process.execPath, join(tools, "node"));
  mkdirSync(join(project, "src", "cli"), { recursive: true });
  writeFileSync(join(project, "src", "cli", "main.ts"), 'process.stdout.write("done\\n");');
  tool("npm", `echo "$*" >> ${log}; echo npm speaks`);
  const calls = () => readFileSync(log, "utf8").trimEnd().split("\n");

  const first = await launch();
  expect(first).toMatchObject({ code: 0, stdout: "done\n", stderr: expect.stringContaining("npm speaks") });
  expect(calls()).toEqual([
    "install --no-save --ignore-scripts --no-audit --no-fund --include=optional --loglevel=error",
  ]);
  expect(await launch()).toEqual({ code: 0, stdout: "done\n", stderr: "" });

  // Touched but not changed, as a checkout may do: looked at, not installed again.
  const later = new Date(Date.now() + 5_000);
  utimesSync(join(project, "package-lock.json"), later, later);
  await launch();
  expect(calls()).toHaveLength(1);

  writeFileSync(join(project, "package-lock.json"), '{"changed": true}');
  utimesSync(join(project, "package-lock.json"), later, later);
  await Promise.all([launch(), launch(), launch()]);
  expect(calls()).toHaveLength(2);
});

test("packages that npm itself has installed are taken as they are", async () => {
  symlinkSync(process.execPath, join(tools, "node"));
  mkdirSync(join(project, "src", "cli"), { recursive: true });
  writeFileSync(join(project, "src", "cli", "main.ts"), 'process.stdout.write("done\\n");');
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
