import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Api } from "../../src/mcp/api.ts";
import { ANSWER_CHARACTERS_MAX } from "../../src/mcp/shorten.ts";
import { states } from "../../src/states/index.ts";
import { KNOWN_STATES } from "../support/known-states.ts";
import { Agent, type Structured } from "./support/agent.ts";
import { sampleApi } from "./support/sample-api.ts";

const DAY = "2026-10-01";
let api: Api & { readonly close: () => void };
let agent: Agent;

beforeAll(async () => {
  api = await sampleApi();
  agent = await Agent.over(api).connected();
});

afterAll(async () => {
  await agent?.close();
  api?.close();
});

/** The answer of the API without nulls, as agents receive it. */
async function answerOf(path: string, query: Structured): Promise<unknown> {
  const text = new URLSearchParams(query as Record<string, string>).toString();
  const answer = await api.get(`/api/v1/${path}?${text}`, new AbortController().signal);
  return JSON.parse(answer.text, function (this: unknown, _, value) {
    return value === null && !Array.isArray(this) ? undefined : value;
  });
}

const LOOKUPS = states.flatMap((state) =>
  state.lookups.map((lookup) => ({ code: state.code, setting: lookup.setting, lookup })),
);

interface Priced {
  readonly prices: readonly { readonly result: Structured; readonly rows: readonly Structured[] }[];
  readonly assumptions: unknown;
}

/** A list of tools is part of every conversation. */
const LIST_CHARACTERS_MAX = 16_000;

test("there are five tools, all of which only read, with the parameters of every state by name", async () => {
  const { tools } = await agent.client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(["parameters", "search", "price", "explain", "options"]);
  for (const { annotations } of tools) expect(annotations).toEqual({ readOnlyHint: true, openWorldHint: false });
  expect(JSON.stringify(tools).length).toBeLessThanOrEqual(LIST_CHARACTERS_MAX);
  const price = tools.find(({ name }) => name === "price")?.inputSchema;
  expect(price?.required).toEqual(["state", "setting"]);
  expect(price?.properties).toMatchObject({
    state: { enum: states.map(({ code }) => code) },
    ...{ npi: { type: "string" }, date_of_service: {}, admit_date: {}, length_of_stay: {}, reference_id: {} },
  });
  expect(agent.client.getInstructions()).toContain("Cite the release");
});

describe.each(LOOKUPS)("$code $setting", ({ code, setting, lookup }) => {
  const query = { ...lookup.examples[0]?.query, [lookup.dayParameter]: DAY };
  const sent = { state: code, setting, ...query };

  test("price has the results of the API with their rows and assumptions", async () => {
    const { prices, assumptions } = (await agent.answer("price", sent)) as unknown as Priced;
    expect(prices.map(({ result }) => result)).toEqual(await answerOf(`${code}/${setting}/rate`, query));
    const record = (await answerOf(`${code}/${setting}/rate/explain`, query)) as Structured;
    expect(assumptions).toEqual(record.assumptions);
    const [{ rows: all }] = record.explanations as readonly [{ readonly rows: readonly Structured[] }];
    expect(prices[0]?.rows).toEqual(all.filter(({ used }) => used));
  });

  test("explain and options have the answer of the API, as much as fits", async () => {
    for (const tool of ["explain", "options"]) {
      const { warnings: _, left_out, release, ...answer } = await agent.answer(tool, sent);
      const { release: __, ...whole } = (await answerOf(`${code}/${setting}/rate/${tool}`, query)) as Structured;
      expect(release).toBeDefined();
      expect(Object.keys(answer)).toEqual(Object.keys(whole));
      if (left_out === undefined) expect(answer).toEqual(whole);
      else expect(JSON.stringify(answer).length).toBeLessThanOrEqual(ANSWER_CHARACTERS_MAX);
    }
  });

  test("parameters has examples that work as they are", async () => {
    const { parameters, examples } = await agent.answer("parameters", { state: code, setting });
    expect(parameters).toHaveProperty("properties.npi.description");
    const all = examples as readonly { readonly arguments: Structured }[];
    expect(all.length).toBeGreaterThan(0);
    for (const example of all) await agent.answer("price", { state: code, setting, ...example.arguments });
  });
});

test.each(states)("search has the answer of the API: $code", async ({ code, search: { examples } }) => {
  const query = examples[0]?.query ?? {};
  const { release: _, warnings: __, ...answer } = await agent.answer("search", { state: code, ...query });
  expect(answer).toEqual(await answerOf(`${code}/providers/search`, query));
  expect(await agent.answer("parameters", { state: code })).toHaveProperty("parameters.properties.limit");
});

test("values may be JSON or text", async () => {
  const stay = { state: "ca", setting: "inpatient", billing_code: "720-2", admit_date: DAY };
  const json = { npi: 1000100036, length_of_stay: 31, total_charges: 812400.5, child_patient: false };
  const text = { npi: "1000100036", length_of_stay: "31", total_charges: "812400.50", child_patient: "false" };
  const [fromJson, fromText] = await Promise.all(
    [json, text].map(
      async (values) => (await agent.answer("price", { ...stay, ...values, interim_claim: null })).prices,
    ),
  );
  expect(fromJson).toEqual(fromText);
});

test("no rate is an answer, with what would help", async () => {
  const parameters = { npi: "1000700140", billing_code: "99213", date_of_service: "2019-03-01" };
  const { prices } = await agent.answer("price", { state: "ca", setting: "outpatient", ...parameters });
  expect(prices).toMatchObject([{ result: { rate_found: false }, no_rate: { code: "not_in_force" } }]);
});

test("doubts about a price are warnings", async () => {
  const text = JSON.stringify({ request: {}, assumptions: [], explanations: [] });
  const headers = new Headers({
    "ratebook-stale": "ca/outpatient_rates 2023-03-15",
    "ratebook-incomplete": "ny/apg_fees",
  });
  const doubtful = await Agent.over({ states, get: async () => ({ status: 200, headers, text }) }).connected();
  const { warnings } = await doubtful.answer("price", { state: "ca", setting: "outpatient" });
  expect(warnings).toEqual([expect.stringContaining("ny/apg_fees"), expect.stringContaining("2023-03-15")]);
  await doubtful.close();
});

test.each([
  ["price", "prices"],
  ["explain", "explanations"],
])("%s by a name that many have is cut to what can be read, and says so", async (tool, list) => {
  const named = { provider_name: "medical", billing_code: "99213", date_of_service: DAY };
  const answer = await agent.answer(tool, { state: "ca", setting: "outpatient", ...named });
  expect(JSON.stringify(answer).length).toBeLessThanOrEqual(ANSWER_CHARACTERS_MAX);
  const shown = (answer[list] as readonly unknown[]).length;
  expect(shown).toBeGreaterThan(1);
  expect(answer.left_out).toMatch(new RegExp(`Shown are the first ${shown} of [0-9]+ ${list}`));
});

describe("a call that is not understood is refused with field, value and what was expected", () => {
  const of = (parameters: Structured) => ({ state: "ca", setting: "outpatient", ...parameters });
  test.each<[string, Structured, readonly string[]]>([
    ["price", {}, [`state is required: expected one of ${KNOWN_STATES}.`]],
    ["price", { state: "tx" }, ['state "tx" is not valid: expected one of ca']],
    ["price", { state: "ca", setting: "dental" }, ['setting "dental" is not valid: expected one of outpatient']],
    ["price", { state: ["ca"], setting: {} }, ["state is required"]],
    ["price", of({ npi: "12", billing_code: "99213" }), ['npi "12" is not valid: expected 10 digits']],
    [
      "price",
      of({ npi: "1000700140", billing_cod: "99213" }),
      ["did you mean billing_code?", "billing_code is required"],
    ],
    [
      "price",
      of({ npi: "1000700140", frobnicate: "1" }),
      ['"frobnicate" is not a parameter', "known parameters: reference_id, billing_code, npi"],
    ],
    ["price", of({ npi: "1000700140", parameters: { billing_code: "99213" } }), ['"parameters" is not a parameter']],
    ["price", of({ npi: "1000700140", billing_code: 840 }), ["a number would lose leading zeros"]],
    ["price", of({ npi: { toString: 1 }, billing_code: "99213" }), ["npi is not valid"]],
    ["explain", of({ provider_name: "x".repeat(100_000) }), ["("]],
    ["search", { state: "ca", limit: 0.5 }, ["limit"]],
    ["search", { state: "ca", setting: "outpatient" }, ['"setting" is not a parameter']],
    ["parameters", { state: "ca", npi: "1" }, ['argument "npi" is not valid: expected one of state']],
    ["history", {}, ['"history" is not a tool of Ratebook; there are parameters, search']],
  ])("%s %j", async (tool, sent, messages) => {
    const refusal = await agent.refusal(tool, sent);
    for (const message of messages) expect(refusal).toContain(message);
  });

  test("a call made of nothing but errors has a short refusal", async () => {
    const errors = Object.fromEntries(Array.from({ length: 300 }, (_, place) => [`nothing_like_it_${place}`, place]));
    expect((await agent.refusal("price", of(errors))).length).toBeLessThanOrEqual(4_000);
  });
});

test("reference_id reaches no log and no refusal", async () => {
  const secret = "MRN-0042-secret";
  const visit = { state: "ca", setting: "outpatient", npi: "1000700140", billing_code: "99213" };
  await agent.answer("price", { ...visit, reference_id: secret });
  expect(await agent.refusal("price", { ...visit, npi: "1", reference_id: [secret] })).not.toContain(secret);
  expect(agent.log).toContain("price: answered");
  expect(agent.log).not.toContain(secret);
  expect(agent.log).not.toContain("1000700140");
});

test("a call that is cancelled ends its request, and leaves the others alone", async () => {
  const abandoned = new AbortController();
  const gone = api.get("/api/v1/ca/outpatient/rate?provider_name=medical&billing_code=99213", abandoned.signal);
  abandoned.abort(new Error("left"));
  await expect(gone).rejects.toThrow();
  await agent.answer("parameters", { state: "ca" });
});
