import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

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

/** A program of somebody else, with the compiled client installed in it. */
let program: string;

beforeAll(() => {
  program = mkdtempSync(join(tmpdir(), "ratebook-client-"));
  const installed = join(program, "node_modules", manifestOf(CLIENT).name);
  mkdirSync(installed, { recursive: true });
  execFileSync(TSC, ["-p", CLIENT, "--outDir", join(installed, "dist")]);
  symlinkSync(join(CLIENT, "package.json"), join(installed, "package.json"));
  writeFileSync(join(program, "package.json"), '{"type": "module"}');
});
afterAll(() => rmSync(program, { recursive: true }));

/** The Node that the machine has, which need not be the one that this project brings along. */
function installedNode(): string {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => !folder.includes("node_modules"));
  const found = folders.map((folder) => join(folder, "node")).find((path) => existsSync(path));
  return found ?? process.execPath;
}

/** The code that its page shows. */
const SHOWN = [...readFileSync(join(CLIENT, "README.md"), "utf8").matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(
  ([, code]) => code as string,
);

describe("The package", () => {
  it("has the version of the service and depends on nothing", () => {
    expect(manifestOf(CLIENT).version).toBe(manifestOf(ROOT).version);
    expect(manifestOf(CLIENT).dependencies).toBeUndefined();
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

  it("runs in a program on the machine's own Node", () => {
    writeFileSync(
      join(program, "run.js"),
      `import { Ratebook } from "${manifestOf(CLIENT).name}";
      const asked = [];
      const fetch = async (url) => { asked.push(url); return Response.json([{ payment_rate: "1.00" }]); };
      const ratebook = new Ratebook({ baseUrl: "https://rates.test", apiKey: "k", fetch });
      const { answer } = await ratebook.price("ca", "outpatient", { npi: 1000100010, billing_code: "99213" });
      console.log(JSON.stringify([answer[0].payment_rate, ...asked]));`,
    );
    const printed = execFileSync(installedNode(), [join(program, "run.js")], { encoding: "utf8" });
    expect(JSON.parse(printed)).toEqual([
      "1.00",
      "https://rates.test/api/v1/ca/outpatient/rate?npi=1000100010&billing_code=99213",
    ]);
  });

  it.each([
    ["nodenext", "nodenext"],
    ["esnext", "bundler"],
  ])("has its types in a program that is compiled as %s (%s)", (module, moduleResolution) => {
    writeFileSync(
      join(program, "use.ts"),
      `import { Ratebook, type CaOutpatientResult } from "${manifestOf(CLIENT).name}";
      const ratebook = new Ratebook({ baseUrl: "https://rates.test", apiKey: "k" });
      export const price = async (): Promise<CaOutpatientResult | undefined> =>
        (await ratebook.price("ca", "outpatient", { npi: "1", billing_code: "99213" })).answer[0];
      // @ts-expect-error a lookup needs a provider
      export const faulty = () => ratebook.price("ca", "outpatient", { billing_code: "99213" });`,
    );
    const flags = [
      "--noEmit",
      "--ignoreConfig",
      "--strict",
      "--target",
      "es2022",
      "--lib",
      "es2022,dom",
      "--types",
      "",
    ];
    const how = ["--module", module, "--moduleResolution", moduleResolution];
    writeFileSync(join(program, "shown.ts"), SHOWN.join("\n"));
    expect(SHOWN.join()).toContain("priceMany");
    const files = ["use.ts", "shown.ts"].map((file) => join(program, file));
    expect(execFileSync(TSC, [...flags, ...how, ...files], { encoding: "utf8" })).toBe("");
  });
});
