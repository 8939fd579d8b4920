import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createKey, type Ended, run, SAMPLE, serve } from "../cli/support/ratebook.ts";
import type { RunningServer } from "../serve/operations/support/running-server.ts";
import { releaseAt } from "../support/shared-release.ts";
import { SOON } from "../support/waiting.ts";

const ROOT = join(import.meta.dirname, "../..");
const CLIENT = join(ROOT, "client");
const TSC = join(ROOT, "node_modules/.bin/tsc");

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: object;
  readonly exports: { readonly ".": Readonly<Record<string, string>> };
}
const manifestOf = (folder: string) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;

/** The user's own project, into which the packed client is installed as its page says. */
let program: string;
let folder: string;

/** The blocks of a language that its page shows. */
function shown(language: string): readonly string[] {
  const page = readFileSync(join(CLIENT, "README.md"), "utf8");
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm"))].map(
    ([, code]) => code as string,
  );
}

interface Locked {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** The packages that npm start installs: those of production, and what builds the page. */
function userPackages(): ReadonlySet<string> {
  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
    readonly packages: Readonly<Record<string, Locked>>;
  };
  const namesIn = (path: string) => {
    const { dependencies, optionalDependencies } = packages[path] ?? {};
    return [...Object.keys(dependencies ?? {}), ...Object.keys(optionalDependencies ?? {})];
  };
  const found = new Set<string>();
  const ahead = [...namesIn(""), "preact", "swagger-ui-dist", "vite"];
  for (let name = ahead.pop(); name !== undefined; name = ahead.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    ahead.push(...namesIn(`node_modules/${name}`));
  }
  return found;
}

/** A copy of the repository in which only npm start has run. */
function startedClone(clone: string): void {
  for (const part of ["bin", "client", "scripts", "package.json", "package-lock.json"]) {
    cpSync(join(ROOT, part), join(clone, part), { recursive: true, filter: (from) => from !== join(CLIENT, "dist") });
  }
  const packages = [...userPackages()].filter((name) => existsSync(join(ROOT, "node_modules", name)));
  for (const name of packages) {
    const link = join(clone, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(ROOT, "node_modules", name), link);
  }
  const locked = createHash("sha256").update(readFileSync(join(clone, "package-lock.json")));
  writeFileSync(join(clone, "node_modules", ".ratebook-installed"), locked.digest("hex"));
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ratebook-client-"));
  const clone = join(folder, "ratebook");
  startedClone(clone);
  expect(existsSync(join(clone, "node_modules", "typescript"))).toBe(false);
  program = join(folder, "your-project");
  mkdirSync(program);
  writeFileSync(join(program, "package.json"), '{"type": "module"}');
  const offline = { npm_config_offline: "true", npm_config_audit: "false", npm_config_fund: "false" };
  // Without what npm says to its own scripts about the repository that runs the tests.
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith("npm_"));
  const path = [dirname(installedNode()), process.env.PATH].join(delimiter);
  for (const commands of shown("sh")) {
    execFileSync("sh", ["-ec", commands], {
      cwd: clone,
      env: { ...Object.fromEntries(others), PATH: path, ...offline },
    });
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The Node that the machine has, which need not be the one that this project brings along. */
function installedNode(): string {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => !folder.includes("node_modules"));
  const found = folders.map((folder) => join(folder, "node")).find((path) => existsSync(path));
  return found ?? process.execPath;
}

describe("The examples of its page, run as they stand on the machine's own Node, before a server over the sample", () => {
  let server: RunningServer;
  let key: string;

  beforeAll(async () => {
    const release = join(folder, "rates.db");
    await releaseAt(release, SAMPLE);
    ({ key } = await createKey(join(folder, "home"), "--states", "ca,ny"));
    server = await serve(release, join(folder, "home")).started();
    cpSync(join(ROOT, "data/claims/ca-outpatient.csv"), join(program, "claims.csv"));
  });
  afterAll(() => server.stop());

  /** An example with the address and the key of this server; what it prints on both streams. */
  async function printedBy(example: string, name: string): Promise<Ended> {
    const changes = {
      "http://127.0.0.1:8080": `http://127.0.0.1:${server.port}`,
      "the key that npm start printed": key,
    };
    for (const text of Object.keys(changes)) expect(example).toContain(text);
    const code = Object.entries(changes).reduce((changed, [from, to]) => changed.replaceAll(from, to), example);
    writeFileSync(join(program, name), code);
    return await run("sh", ["-c", 'cd "$0" && exec "$1" "$2"', program, installedNode(), name]);
  }

  const [prices = "", repricing = ""] = shown("ts");

  it("prices one lookup and many, and shows what is wrong with one", async () => {
    const { code, stdout, stderr } = await printedBy(prices, "prices.mjs");
    expect(code, stderr).toBe(0);
    const [first = "", ...many] = stdout.trimEnd().split("\n");
    expect(first).toMatch(/^\d+\.\d\d \w+ /);
    expect(many).toHaveLength(2);
    for (const [index, line] of many.entries()) expect(line).toMatch(new RegExp(`^${index} \\[ '\\d+\\.\\d\\d' \\]$`));
    expect(stderr).toContain("invalid_parameter");
  });

  it("examples/node/price.ts prices a visit and a list", async () => {
    copyFileSync(join(ROOT, "examples/node/price.ts"), join(program, "price.ts"));
    const visit = "npi=1000100010&billing_code=99213&date_of_service=2026-10-01";
    const headers = { authorization: `Bearer ${key}` };
    const answer = await server.fetch(`/api/v1/ca/outpatient/rate?${visit}`, { headers });
    const [{ payment_rate: price }] = (await answer.json()) as [{ readonly payment_rate: string }];
    const variables = { RATEBOOK_URL: `http://127.0.0.1:${server.port}`, RATEBOOK_API_KEY: key };
    const { stdout, stderr } = await run(process.execPath, [join(program, "price.ts")], variables);
    expect([price, stderr]).toEqual([expect.stringMatching(/^\d+\.\d\d$/), ""]);
    expect(stdout.trimEnd().split("\n")).toEqual([
      expect.stringMatching(/^Release /),
      expect.stringMatching(`^${price} unit value`),
      expect.stringMatching(/^Lookup 0: \d+\.\d\d$/),
      expect.stringContaining("Lookup 1: Procedure code 00000 is not in"),
      expect.stringMatching(/^Lookup 2: refused: \S/),
      expect.stringMatching(/^npi: /),
      expect.stringMatching(/^date_of_service: /),
    ]);
  });

  it("reprices a file of claims, and leaves no job behind", async () => {
    const { code, stdout, stderr } = await printedBy(repricing, "repricing.mjs");
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("done");
    expect(readFileSync(join(program, "results.csv"), "utf8")).toContain("payment_rate");
    await vi.waitFor(() => {
      const deleted = server.events("request").filter(({ method }) => method === "DELETE");
      expect(deleted).toMatchObject([{ status: 200 }]);
    }, SOON);
  });
});

describe("The package", () => {
  it("has the version of the service and depends on nothing", () => {
    expect(manifestOf(CLIENT).version).toBe(manifestOf(ROOT).version);
    expect(manifestOf(CLIENT).dependencies).toBeUndefined();
  });

  it("is packed in a clone in which only npm start has run, and installed in a project, without the network", () => {
    const installed = join(program, "node_modules", manifestOf(CLIENT).name);
    expect(lstatSync(installed).isSymbolicLink()).toBe(false);
    expect(readdirSync(installed).sort()).toEqual(["README.md", "dist", "package.json"]);
    expect(Object.keys(manifestOf(program).dependencies ?? {})).toEqual([manifestOf(CLIENT).name]);
  });

  it("uses nothing but what all platforms have", () => {
    const sources = readdirSync(join(CLIENT, "src"), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => readFileSync(join(CLIENT, "src", file), "utf8"));
    const imported = sources.flatMap((text) => [...text.matchAll(/(?:from|import\()\s*"([^"]+)"/g)]);
    expect(imported.length).toBeGreaterThan(20);
    expect(imported.map(([, from]) => from).filter((from) => !from?.startsWith("."))).toEqual([]);
    expect(sources.filter((text) => /\b(?:process|Buffer|console)\b[.(]/.test(text))).toEqual([]);
  });

  /** What the compiler says about programs of the project. */
  function compiled(
    module: string,
    moduleResolution: string,
    types: readonly string[],
    files: readonly string[],
  ): string {
    const flags = ["--noEmit", "--ignoreConfig", "--strict", "--target", "es2022", "--lib", "es2022,dom"];
    // The compiler's own types are not checked again: that would take half of its processor time.
    const quick = ["--skipDefaultLibCheck", "--checkers", "1"];
    const how = ["--module", module, "--moduleResolution", moduleResolution, ...types];
    const paths = files.map((file) => join(program, file));
    const env = { ...process.env, GOGC: "1600" };
    return execFileSync(TSC, [...flags, ...quick, ...how, ...paths], { encoding: "utf8", env });
  }

  const [prices = "", repricing = ""] = shown("ts");

  beforeAll(() => {
    writeFileSync(
      join(program, "use.ts"),
      `import { Ratebook, type CaOutpatientResult } from "${manifestOf(CLIENT).name}";
      const ratebook = new Ratebook({ baseUrl: "https://rates.test", apiKey: "k" });
      export const price = async (): Promise<CaOutpatientResult | undefined> =>
        (await ratebook.price("ca", "outpatient", { npi: "1", billing_code: "99213" })).answer[0];
      // @ts-expect-error a lookup needs a provider
      export const faulty = () => ratebook.price("ca", "outpatient", { billing_code: "99213" });`,
    );
    expect(prices).toContain("priceMany");
    writeFileSync(join(program, "prices.ts"), prices);
  });

  it("has its types in a program for a bundler, which knows nothing of Node", () => {
    expect(compiled("esnext", "bundler", ["--types", ""], ["use.ts", "prices.ts"])).toBe("");
  });

  it("has its types in a program for Node, and those of its second example", () => {
    expect(repricing).toContain("repricing.upload");
    writeFileSync(join(program, "repricing.ts"), repricing);
    const types = ["--typeRoots", join(ROOT, "node_modules/@types"), "--types", "node"];
    expect(compiled("nodenext", "nodenext", types, ["use.ts", "prices.ts", "repricing.ts"])).toBe("");
  });
});
