import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { isPrepared, RATEBOOK_FLAGS, userCache, variablesOf } from "../../bin/launch/surroundings.mjs";
import { npmCommand } from "../../scripts/npm-command.mjs";

it("what somebody has set stays, and what is empty is not set", () => {
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
