import { execFileSync } from "node:child_process";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createKey, run, SAMPLE, serve } from "../../cli/support/ratebook.ts";
import { releaseAt } from "../../support/shared-release.ts";
import { type RunningServer, temporaryFolder } from "../operations/support/running-server.ts";

/* The client that openapi-typescript and openapi-fetch make of the served document, with the program of docs/client.md. */

const ROOT = join(import.meta.dirname, "../../..");
const PAGE = readFileSync(join(ROOT, "docs/client.md"), "utf8");

const SETTINGS = {
  compilerOptions: {
    target: "es2024",
    lib: ["es2024", "dom", "dom.iterable"],
    types: ["node"],
    module: "preserve",
    moduleResolution: "bundler",
    strict: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    skipLibCheck: true,
  },
  include: ["*.ts"],
};

/** The type of every answer of a lookup and of a batch, exactly: `any` and `string | Result[]` are other types. */
const EXACT_TYPES = `
import type { components, paths } from "./ratebook";

type IsSame<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;
type Answer<Responses> = Responses extends { 200: { content: infer Content } } ? Content : never;
type Schemas = components["schemas"];
type Lookup = Answer<paths["/ca/outpatient/rate"]["get"]["responses"]>;
type Batch = Answer<paths["/ca/outpatient/rate/batch"]["post"]["responses"]>;

export const lookup: IsSame<Lookup, { "application/json": Schemas["CaOutpatientResult"][] }> = true;
export const batch: IsSame<Batch["application/json"]["responses"], Schemas["CaOutpatientResponse"][]> = true;
export const rate: IsSame<Schemas["CaOutpatientResult"]["payment_rate"], string | null> = true;
`;

const { path: folder, remove } = temporaryFolder();
let server: RunningServer;
let key: string;

beforeAll(async () => {
  const release = join(folder, "rates.db");
  await releaseAt(release, SAMPLE);
  ({ key } = await createKey(join(folder, "home"), "--states", "ca"));
  server = await serve(release, join(folder, "home")).started();
});
afterAll(async () => {
  await server.stop();
  remove();
});

test("openapi-typescript types every answer of the served document, and the program of the page prices with it", async () => {
  const address = `http://127.0.0.1:${server.port}`;
  const [, program = ""] = /^```ts\n([\s\S]*?)^```$/m.exec(PAGE) ?? [];
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), '{"type": "module"}');
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(SETTINGS));
  writeFileSync(join(folder, "exact-types.ts"), EXACT_TYPES);
  writeFileSync(join(folder, "program.ts"), program.replaceAll("http://127.0.0.1:8080", address));

  const generator = join(ROOT, "node_modules/openapi-typescript/bin/cli.js");
  const types = [`${address}/openapi.json`, "--output", join(folder, "ratebook.d.ts")];
  execFileSync(process.execPath, ["--import", "ratebook-typescript-5", generator, ...types], { cwd: ROOT });
  expect(messagesOf(join(ROOT, "node_modules/.bin/tsc"))).toBe("");

  const printed = await run(process.execPath, [join(folder, "program.ts")], { RATEBOOK_API_KEY: key });
  expect(printed).toMatchObject({ code: 0, stderr: "" });
  expect(printed.stdout).toMatch(/^\d+\.\d\d\n$/);
});

function messagesOf(compiler: string): string {
  // One checker and rare garbage collection take less processor time: `scripts/test/checks.ts`.
  const env = { ...process.env, GOGC: "1600" };
  try {
    return execFileSync(compiler, ["-p", folder, "--pretty", "false", "--checkers", "1"], { encoding: "utf8", env });
  } catch (error) {
    return (error as { readonly stdout: string }).stdout;
  }
}

test("the page names the versions that are tested", () => {
  const manifest = readFileSync(join(ROOT, "package.json"), "utf8");
  const { devDependencies } = JSON.parse(manifest) as { readonly devDependencies: Readonly<Record<string, string>> };
  for (const name of ["openapi-fetch", "openapi-typescript"])
    expect(PAGE).toContain(`${name}@${devDependencies[name]}`);
});
