import { join } from "node:path";
import { Ajv2020, type ValidateFunction } from "@redocly/ajv/dist/2020.js";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openRelease } from "../../../src/release/open.ts";
import type { Release } from "../../../src/release/release.ts";
import { createOpenApi } from "../../../src/serve/http/openapi/document.ts";
import { PROBLEMS, type ProblemCode } from "../../../src/serve/http/problems.ts";
import { states } from "../../../src/states/index.ts";
import { runs } from "../../support/property-runs.ts";
import { releaseAt } from "../../support/shared-release.ts";
import { temporaryFolder } from "../operations/support/running-server.ts";
import { appWith, type TestAnswer, type TestApp } from "./support/app-with.ts";

/* Requests made from the OpenAPI document of the service: every answer is what the document says. */

type Json = { readonly [name: string]: Json };
type Fields = Readonly<Record<string, unknown>>;

interface Parameter {
  readonly name: string;
  readonly schema: { readonly enum?: readonly unknown[]; readonly type?: string | readonly string[] };
}

interface Operation {
  readonly path: string;
  readonly documented: string;
  readonly method: "get" | "post";
  readonly responses: Json;
  /** Those of the query, or of an item of a batch. */
  readonly parameters: readonly Parameter[];
  readonly examples: readonly Fields[];
}

const JOBS = "/reprice";
const document = JSON.parse(JSON.stringify(createOpenApi(states))) as Json;
const operations = operationsOf();
const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(document, "document");
const validators = new Map<string, ValidateFunction>();

function resolved(piece: Json): Json {
  if (piece.$ref === undefined) return piece;
  const names = String(piece.$ref).slice("#/".length).split("/");
  return names.reduce<Json>((within, name) => within[name] as Json, document);
}

/** Lookups, searches and batches. Jobs have tests of their own. */
function operationsOf(): readonly Operation[] {
  const prefix = String((document.servers as unknown as readonly Json[])[0]?.url);
  const paths = Object.entries(document.paths as Json).filter(
    ([path, item]) => !path.startsWith(JOBS) && item.servers === undefined,
  );
  return paths.flatMap(([documented, item]) => {
    const about = { path: `${prefix}${documented}`, documented };
    const { get, post } = item;
    const gets =
      get?.responses?.["200"]?.content?.["application/json"] === undefined ? [] : [{ ...about, ...queried(get) }];
    const media = post?.requestBody?.content?.["application/json"];
    return media === undefined || post === undefined ? gets : [...gets, { ...about, ...batched(post, media) }];
  });
}

function queried({ parameters = [] as unknown as Json, responses }: Json): Omit<Operation, "path" | "documented"> {
  const declared = (parameters as unknown as readonly Json[]).map((parameter) => resolved(parameter));
  const shown = declared.filter(({ example }) => example !== undefined);
  const example = Object.fromEntries(shown.map(({ name, example }) => [String(name), example]));
  return {
    method: "get",
    responses: responses as Json,
    parameters: declared as unknown as readonly Parameter[],
    examples: shown.length === 0 ? [] : [example],
  };
}

function batched({ responses }: Json, media: Json): Omit<Operation, "path" | "documented"> {
  const { properties } = resolved(media.schema?.properties?.requests?.items as Json);
  const parameters = Object.entries(properties as Json).map(([name, schema]) => ({ name, schema }));
  const examples = media.example?.requests as unknown as readonly Fields[];
  return { method: "post", responses: responses as Json, parameters, examples };
}

/** What a schema or a problem document has to say against an answer. */
function problemOf({ documented, method, responses }: Operation, { status, headers, body }: TestAnswer): string | null {
  if (headers["x-request-id"] === undefined) return "no X-Request-Id";
  const pointer = documented.replaceAll("~", "~0").replaceAll("/", "~1");
  if (status === 200)
    return mismatch(`#/paths/${pointer}/${method}/responses/200/content/application~1json/schema`, body);
  if (status >= 500) return "a failure";
  const fault = mismatch("#/components/schemas/Problem", body);
  if (fault !== null) return fault;
  const { code } = body as { readonly code: ProblemCode };
  if (PROBLEMS[code].status !== status) return `${code} as ${status}`;
  const { description } = resolved(responses[status in responses ? String(status) : "default"] as Json);
  return String(description).includes(`\`${code}\`:`) ? null : `${code} is not listed`;
}

function mismatch(pointer: string, body: unknown): string | null {
  const validate = validators.get(pointer) ?? ajv.compile({ $ref: `document${pointer}` });
  validators.set(pointer, validate);
  return validate(body) ? null : ajv.errorsText(validate.errors);
}

/** Values of the same parameter in any example. */
function shownValues(name: string): readonly unknown[] {
  const shown = operations.flatMap(({ examples }) =>
    examples.flatMap((fields) => (name in fields ? [fields[name]] : [])),
  );
  return [...new Set(shown)];
}

/** Texts that have broken parsers, indexes, and code that folds, counts or compares text. */
const nasty = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "\u0000",
    "\u202eabc",
    "\u0130\u0131\u00df\ufb03",
    "__proto__",
    "null",
    "-0",
    "1e309",
    "9".repeat(400),
  ),
  fc.constantFrom(
    "2026-02-30",
    "9999-12-31",
    "02/29/2023",
    "0.1".padEnd(300, "1"),
    "%",
    "\r\n\r\n",
    `a${"\u0301\u0323".repeat(300)}`,
  ),
  fc.string({ unit: "binary" }),
);
const nastyJson = fc.oneof(nasty, fc.jsonValue(), fc.constantFrom(1e308, -1, 2 ** 53, [], {}));

/** A value for a parameter; undefined leaves it out. */
function anyValue({ name, schema }: Parameter, method: Operation["method"]): fc.Arbitrary<unknown> {
  const known = [...(schema.enum ?? []), ...shownValues(name)];
  const other = method === "get" ? nasty : nastyJson;
  return fc.option(known.length === 0 ? other : fc.oneof(fc.constantFrom(...known), other), {
    nil: undefined,
    freq: 9,
  });
}

/** An example of an operation with up to three of its fields replaced, added or left out. */
const asked = fc.constantFrom(...operations).chain((operation) => {
  const { parameters, method, examples } = operation;
  const example = fc.constantFrom<Fields>(...(examples.length > 0 ? examples : [{}]));
  const changed = fc.subarray([...parameters], { maxLength: Math.min(3, parameters.length) });
  const changes = changed.chain((some) =>
    fc.record(Object.fromEntries(some.map((each) => [each.name, anyValue(each, method)]))),
  );
  const item = fc.tuple(example, changes).map(([fields, others]) => ({ ...fields, ...others }));
  const items = fc.array(item, { minLength: 1, maxLength: method === "get" ? 1 : 4 });
  return fc.record({ operation: fc.constant(operation), items });
});

describe("Requests made from the OpenAPI document", () => {
  const folder = temporaryFolder();
  let release: Release;
  let app: TestApp;

  beforeAll(async () => {
    const file = join(folder.path, "sample.db");
    await releaseAt(file, join(import.meta.dirname, "../../../data/sample"));
    release = openRelease(file, states);
    app = appWith(states, release);
  });

  afterAll(async () => {
    await app.close();
    folder.remove();
  });

  async function answerTo({ path, method }: Operation, items: readonly Fields[]): Promise<TestAnswer> {
    if (method === "post") return await app.post(path, { requests: items });
    const sent = Object.entries(items[0] ?? {}).filter(([, value]) => value !== undefined);
    const pairs = sent.map(([name, value]): [string, string] => [name, String(value).toWellFormed()]);
    return await app.get(`${path}?${new URLSearchParams(pairs)}`);
  }

  it("are answered with 200 where the document shows them", async () => {
    for (const operation of operations) {
      for (const example of operation.examples) {
        const answer = await answerTo(operation, [example]);
        expect(`${operation.path}: ${answer.status} ${problemOf(operation, answer)}`).toBe(
          `${operation.path}: 200 null`,
        );
      }
    }
  });

  it("are answered as the document says, whatever is in them", async () => {
    await fc.assert(
      fc.asyncProperty(asked, async ({ operation, items }) => {
        const answer = await answerTo(operation, items);
        expect(problemOf(operation, answer), `${operation.path} answers ${answer.status}`).toBeNull();
      }),
      runs(150),
    );
  });
});
