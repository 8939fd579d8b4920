import { execFile, execFileSync } from "node:child_process";
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { makePackage } from "../../scripts/package/make.ts";
import { entryPoints } from "../../src/cli/entry-points.ts";
import { RunningServer, temporaryFolder } from "../serve/operations/support/running-server.ts";
import { SOON } from "../support/waiting.ts";

/*
 * The package as a user meets it: packed by npm, unpacked into an empty folder, and run from another one by the machine's own Node. npm's
 * part of an installation is done here, without its search for packages: it unpacks the file, makes the command and brings Node.
 */

const ROOT = join(import.meta.dirname, "../..");
const LOOKUP = { npi: "1000700140", billing_code: "99213", date_of_service: "2026-10-01" };

interface Manifest {
  readonly bin: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}
const manifestIn = (path: string) => JSON.parse(readFileSync(join(path, "package.json"), "utf8")) as Manifest;

describe("The package", () => {
  const folder = temporaryFolder();
  const packages = join(folder.path, "project", "node_modules");
  const installed = join(packages, "ratebook");
  const command = join(packages, ".bin", "ratebook");
  let env: Record<string, string>;
  /** Everything in the package, before it is first run. */
  let files: readonly string[];

  beforeAll(async () => {
    const file = await makePackage(ROOT, join(folder.path, "dist"));
    for (const each of [installed, dirname(command)]) mkdirSync(each, { recursive: true });
    execFileSync("tar", ["-xzf", file, "-C", installed, "--strip-components=1"]);
    const { bin, optionalDependencies } = manifestIn(installed);
    chmodSync(join(installed, bin.ratebook as string), 0o755);
    symlinkSync(join(installed, bin.ratebook as string), command);
    for (const name of Object.keys(optionalDependencies)) {
      const brought = join(ROOT, "node_modules", name);
      if (existsSync(brought)) symlinkSync(brought, join(packages, name));
    }
    files = filesOf(installed);
    const folders = (process.env.PATH ?? "").split(delimiter).filter((each) => !each.includes("node_modules"));
    // A user who has nothing from us: no variable, no compiled code, a home of their own.
    const ours = Object.keys(process.env).filter((name) => /^(?:RATEBOOK_|NODE_|npm_|MALLOC_)/.test(name));
    env = {
      ...Object.fromEntries(ours.map((name) => [name, ""])),
      ...{ PATH: folders.join(delimiter), HOME: join(folder.path, "home") },
    };
  });
  afterAll(() => folder.remove());

  function filesOf(path: string): string[] {
    return readdirSync(path, { recursive: true, encoding: "utf8" }).filter((name) =>
      lstatSync(join(path, name)).isFile(),
    );
  }

  it("has all packages but Node, the module of every process and thread, and nothing of development", () => {
    const { devDependencies, dependencies } = manifestIn(ROOT);
    const has = (name: string) => existsSync(join(installed, "node_modules", name));
    expect(Object.keys(dependencies).filter((name) => !has(name))).toEqual([]);
    expect(Object.keys(devDependencies).filter(has)).toEqual([]);
    const modules = Object.values(entryPoints).map(({ pathname }) => join("dist", "program", basename(pathname)));
    expect(files).toEqual(expect.arrayContaining(modules));
    expect(files.filter((name) => /\.(?:[cm]?ts|map|c|h)$/.test(name))).toEqual([]);
    const terms = [join("node_modules", "commander", "LICENSE"), join("web", "dist", "swagger-ui", "LICENSE")];
    expect(files).toEqual(expect.arrayContaining(terms));
  });

  it("starts on the sample, prices over HTTP, shows its page, stops, and writes to the user's home alone", async () => {
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
    expect(existsSync(join(folder.path, "home", ".ratebook", "sample", "sample.db"))).toBe(true);
  });

  it("has a README whose commands work as they stand, in their order", async () => {
    const readme = readFileSync(join(installed, "README.md"), "utf8");
    const [start, ...commands] = [...readme.matchAll(/^ {4}npx (ratebook .*)$/gm)].map(([, words]) => words as string);
    // The test above starts it.
    expect(start).toBe("ratebook start");
    expect(commands.length).toBeGreaterThan(6);
    const variables = { ...env, PATH: [dirname(command), env.PATH].join(delimiter), RATEBOOK_PORT: "0" };
    const cwd = join(folder.path, "project");
    for (const words of commands) {
      if (words.startsWith("ratebook serve --home")) {
        const server = new RunningServer("sh", ["-c", `cd "$0" && exec ${words}`, cwd], {
          ...variables,
          RATEBOOK_WORKERS: "2",
        });
        await server.started();
        expect([(await server.fetch("/readyz")).status, await server.stop()]).toEqual([200, 0]);
      } else {
        const options = { cwd, env: { ...process.env, ...variables } };
        const { stdout } = await promisify(execFile)("sh", ["-c", words], options);
        expect(stdout, words).not.toBe("");
      }
    }
    expect(readFileSync(join(cwd, "repriced.csv"), "utf8")).toContain("payment_rate");
  });
});
