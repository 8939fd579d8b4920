import { execFile, execFileSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, sep } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { makePackage } from "../../scripts/package/make.ts";
import { RunningServer } from "../operations/support/running-server.ts";

/* The package as a user meets it: packed, installed into an empty folder, and run from another one by the machine's own Node. */

const ROOT = join(import.meta.dirname, "../..");
const INSTALLED_MEGABYTES_MAX = 60;
const SOON = { timeout: 60_000, interval: 50 };
const LOOKUP = { npi: "1000700140", billing_code: "99213", date_of_service: "2026-10-01" };

let folder: string;
let installed: string;
let elsewhere: string;
let command: string;
let env: Record<string, string>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "ratebook-package-"));
  const file = await makePackage(ROOT, join(folder, "dist"));
  const project = join(folder, "project");
  elsewhere = join(folder, "elsewhere");
  for (const each of [project, elsewhere]) mkdirSync(each);
  writeFileSync(join(project, "package.json"), "{}");
  // What this run has in its own cache is not fetched again.
  const install = [
    "install",
    "--prefer-offline",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
    file,
  ];
  execFileSync("npm", install, { cwd: project, stdio: ["ignore", "ignore", "inherit"] });
  installed = join(project, "node_modules", "ratebook");
  command = join(project, "node_modules", ".bin", "ratebook");
  const folders = (process.env.PATH ?? "").split(delimiter).filter((each) => !each.includes("node_modules"));
  // A user who has nothing of ours: no variable, no compiled code, a home of their own.
  const ours = Object.keys(process.env).filter((name) => /^(?:RATEBOOK_|NODE_|npm_|MALLOC_|XDG_)/.test(name));
  env = {
    ...Object.fromEntries(ours.map((name) => [name, ""])),
    ...{ PATH: folders.join(delimiter), HOME: join(folder, "home") },
  };
}, 600_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function ratebook(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(command, args, { cwd: elsewhere, env: { ...process.env, ...env } });
  return stdout;
}

function filesOf(path: string): string[] {
  return readdirSync(path, { recursive: true, encoding: "utf8" }).filter((name) =>
    lstatSync(join(path, name)).isFile(),
  );
}

describe("The package", () => {
  it(`takes less than ${INSTALLED_MEGABYTES_MAX} MB on a disk without Node itself, in whole blocks`, () => {
    const bytes = filesOf(installed).map((name) => lstatSync(join(installed, name)).blocks * 512);
    const megabytes = bytes.reduce((sum, size) => sum + size, 0) / 1e6;
    expect(megabytes).toBeGreaterThan(20);
    expect(megabytes).toBeLessThan(INSTALLED_MEGABYTES_MAX);
  });

  it("is installed with nothing beside it but Node", () => {
    const beside = readdirSync(join(installed, "..")).filter((name) => !name.startsWith("."));
    expect(beside.filter((name) => !/^(?:ratebook|node-(?:linux|darwin|win)-\w+)$/.test(name))).toEqual([]);
  });

  it("holds no development package and no file of development, but the terms of every package", () => {
    const { devDependencies, dependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as Record<
      "devDependencies" | "dependencies",
      Readonly<Record<string, string>>
    >;
    const has = (name: string) => existsSync(join(installed, "node_modules", name));
    expect(Object.keys(dependencies).filter((name) => !has(name))).toEqual([]);
    expect(Object.keys(devDependencies).filter(has)).toEqual([]);
    expect(readdirSync(installed).sort()).toEqual(
      ["LICENSE", "README.md", "bin", "data", "node_modules", "package.json", "dist", "web"].sort(),
    );
    const files = filesOf(installed);
    expect(files.filter((name) => /\.(?:[cm]?ts|map|c|h)$/.test(name))).toEqual([]);
    expect(files.filter((name) => name.startsWith(`node_modules${sep}commander${sep}LICENSE`))).not.toEqual([]);
    expect(Object.keys(JSON.parse(readFileSync(join(installed, "package.json"), "utf8")))).not.toContain("scripts");
  });

  it("has a README that leads to nothing but what is in it", () => {
    const readme = readFileSync(join(installed, "README.md"), "utf8");
    expect(readme).not.toMatch(/\]\(/);
    const named = [...readme.matchAll(/node_modules\/ratebook\/([\w./-]+\w)|`(data\/[\w./-]+)`/g)];
    const paths = named.map(([, below, beside]) => below ?? beside ?? "");
    expect(paths).toContain("data/sample");
    expect(paths.filter((path) => !existsSync(join(installed, path)))).toEqual([]);
  });

  it("compiles a dataset, prices a claim and lists its commands", async () => {
    const release = join(elsewhere, "rates.db");
    await ratebook("build", join(installed, "data", "sample"), "--out", release);
    const parameters = Object.entries(LOOKUP).map(([name, value]) => `${name}=${value}`);
    const [result] = JSON.parse(
      await ratebook("price", "ca", "outpatient", "--release", release, "--json", ...parameters),
    );
    expect(result).toMatchObject({ rate_found: true, payment_rate: expect.stringMatching(/^\d+\.\d\d$/) });
    expect(await ratebook("--help")).toContain("start [options]");
    // Threads start with modules of the package.
    const claims = join(installed, "data", "claims", "ca-outpatient.csv");
    await ratebook(
      "reprice",
      "ca",
      "outpatient",
      claims,
      "--release",
      release,
      "--out",
      join(elsewhere, "repriced.csv"),
    );
    expect(readFileSync(join(elsewhere, "repriced.csv"), "utf8")).toContain("payment_rate");
  });

  it.each(["1", "2"])(
    "starts on the sample with %s workers, prices over HTTP, shows its page, and writes to the user's home alone",
    async (workers) => {
      const before = filesOf(installed);
      const server = new RunningServer(command, ["start", "--port", "0"], { ...env, RATEBOOK_WORKERS: workers });
      try {
        await vi.waitFor(() => expect(server.output).toContain("Stop with Ctrl+C."), SOON);
        const [, address = ""] = /Open (http:\S+) in a browser/.exec(server.output) ?? [];
        const [key = ""] = /rb_live_\w+/.exec(server.output) ?? [];
        const headers = { authorization: `Bearer ${key}` };
        const answer = await fetch(`${address}/api/v1/ca/outpatient/rate?${new URLSearchParams(LOOKUP)}`, { headers });
        expect([answer.status, await answer.json()]).toEqual([200, [expect.objectContaining({ rate_found: true })]]);
        const page = await (await fetch(address)).text();
        const [script = ""] = /\/assets\/[\w.-]+\.js/.exec(page) ?? [];
        for (const path of [script, "/docs", "/docs/swagger-ui-bundle.js", "/openapi.json"]) {
          expect((await fetch(address + path)).status, path).toBe(200);
        }
      } finally {
        expect(await server.stop()).toBe(0);
      }
      expect(filesOf(installed)).toEqual(before);
      expect(existsSync(join(folder, "home", ".ratebook", "sample", "sample.db"))).toBe(true);
    },
  );
});
