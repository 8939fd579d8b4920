import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lookupKinds } from "../../src/answers/index.ts";
import type { Backend } from "../../src/mcp/backend.ts";
import { MCP_LIMITS } from "../../src/mcp/limits.ts";
import type { RateLookup } from "../../src/pricing/lookup.ts";
import type { CareSetting } from "../../src/registry/definition.ts";
import { states } from "../../src/states/index.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { Agent, type Structured } from "./support/agent.ts";
import { printed, withoutNulls } from "./support/printed.ts";
import { sampleBackend } from "./support/sample-backend.ts";
import { sampleRelease } from "./support/sample-release.ts";

const folder = temporaryFolder();
let release: string;
const DAY = "2026-10-01";
let backend: Backend;
let close: () => void;
let agent: Agent;

beforeAll(async () => {
  release = await sampleRelease(folder.path);
  ({ backend, close } = await sampleBackend());
  agent = await Agent.over(backend).connected();
});

afterAll(async () => {
  await agent?.close();
  close?.();
  folder.remove();
});

const LOOKUPS = states.flatMap((state) =>
  state.lookups.map((lookup) => ({ code: state.code, setting: lookup.setting, lookup })),
);

function pairs(query: Structured): string[] {
  return Object.entries(query).map(([name, value]) => `${name}=${value}`);
}

/** The first example of a lookup, on a day that stays. */
function exampleOf({ examples, dayParameter }: RateLookup): Structured {
  return { ...examples[0]?.query, [dayParameter]: DAY };
}

function withoutDay({ examples, dayParameter }: RateLookup): Structured {
  const { [dayParameter]: _, ...query } = { ...examples[0]?.query };
  return query;
}

/** What a command prints for the first lookup, and what the API answers for the others: the same, and no release is opened for it. */
async function command(name: string, code: string, setting: CareSetting, query: Structured): Promise<unknown> {
  const args = [name, code, setting, "--release", release, ...pairs(query)];
  const [first] = LOOKUPS;
  if (code === first?.code && setting === first.setting) return await printed(args);
  const known = answers.get(args.join(" ")) ?? (await answerOfApi(name, code, setting, query));
  answers.set(args.join(" "), known);
  return known;
}

const answers = new Map<string, unknown>();

async function answerOfApi(name: string, code: string, setting: CareSetting, query: Structured): Promise<unknown> {
  const kind = lookupKinds.find((each) => each.name === name) as (typeof lookupKinds)[number];
  const state = states.find((each) => each.code === code) as (typeof states)[number];
  const fields = Object.fromEntries(Object.entries(query).map(([field, value]) => [field, String(value)]));
  const answer = await backend.answer({ kind, state, setting, fields }, new AbortController().signal);
  return answer.ok ? JSON.parse(answer.json) : answer;
}

function unpublished(name: string, value: unknown): unknown {
  return name === "publication" ? undefined : value;
}

/** A list of tools is part of every conversation. */
const LIST_CHARACTERS_MAX = 16_000;

test("there is a tool for each kind of answer, and all of them only read", async () => {
  const { tools } = await agent.client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    ...["parameters", "search"],
    ...lookupKinds.map(({ name }) => name),
    ...["reprice", "coverage"],
  ]);
  for (const { title, description, annotations, outputSchema } of tools) {
    expect(title).toMatch(/^[A-Z]/);
    expect(description?.length).toBeGreaterThan(100);
    expect(outputSchema?.type).toBe("object");
    expect(annotations).toEqual({ readOnlyHint: true, openWorldHint: false });
  }
  const characters = JSON.stringify(tools).length;
  expect(characters).toBeLessThanOrEqual(LIST_CHARACTERS_MAX);
  const ofKinds = JSON.stringify(tools.filter(({ name }) => lookupKinds.some((kind) => kind.name === name))).length;
  // There is room for one more kind of answer.
  expect(characters + ofKinds / lookupKinds.length).toBeLessThanOrEqual(LIST_CHARACTERS_MAX);
  expect(JSON.stringify(tools)).not.toContain("differs.");
  expect(agent.client.getInstructions()).toContain("Cite the release");
  for (const name of ["release", "warnings", "left_out", "in_common"]) {
    expect(agent.client.getInstructions()).toContain(`\`${name}\``);
  }
});

test("tools about a lookup name the provider, the code and the day, and leave the rest open", async () => {
  const { tools } = await agent.client.listTools();
  const taken = Object.fromEntries(
    tools.map(({ name, inputSchema }) => [name, Object.keys(inputSchema.properties ?? {})]),
  );
  const lookup = ["state", "setting", "npi", "billing_code", "date", "parameters"];
  expect(taken).toMatchObject({ price: lookup, explain: lookup, compare: lookup, options: lookup });
  expect(taken.history).toEqual(lookup.filter((name) => name !== "date"));
});

/** The results of the entries of a list with the fields that all of them share. */
function whole(answer: Structured, list: string): readonly Structured[] {
  return (answer[list] as readonly { readonly results: readonly Structured[] }[]).map((entry) => ({
    ...entry,
    results: entry.results.map((result) => ({ ...(answer.in_common as Structured), ...result })),
  }));
}

describe.each(LOOKUPS)("$code $setting", ({ code, setting, lookup }) => {
  const asked = (parameters: Structured) => ({ state: code, setting, parameters });

  test("price answers what the command does, with the sources of every figure", async () => {
    const query = exampleOf(lookup);
    const answer = await agent.answer("price", asked(query));
    const prices = answer.prices as readonly Structured[];
    expect(prices.map(({ result }) => result)).toEqual(withoutNulls(await command("price", code, setting, query)));
    expect(answer.left_out).toBeUndefined();
    const explained = (await command("explain", code, setting, query)) as Structured;
    expect(answer.release).toEqual(explained.release);
    expect(answer.assumptions).toEqual(explained.assumptions);
    const rows = new Map((answer.sources as readonly Structured[]).map((row) => [row.row, row]));
    for (const { figures, sources } of prices as readonly { figures: Structured[]; sources: string[] }[]) {
      expect(sources.every((row) => rows.has(row))).toBe(true);
      expect(figures.length).toBeGreaterThan(0);
      for (const { row, column, from } of figures) {
        if (from === undefined) expect([rows.has(row), typeof column]).toEqual([true, "string"]);
        else expect(row).toBeUndefined();
      }
    }
    expect([...rows.values()].every(({ publication }) => (publication as Structured).name !== undefined)).toBe(true);
  });

  test("explain gives the record of the command", async () => {
    const query = exampleOf(lookup);
    const { left_out, ...answer } = await agent.answer("explain", asked(query));
    const record = (await command("explain", code, setting, query)) as { readonly explanations: readonly Structured[] };
    if (left_out === undefined) {
      expect(answer).toEqual(withoutNulls(record));
      return;
    }
    const shown = answer.explanations as readonly Structured[];
    for (const [place, explained] of shown.entries()) {
      const { rows, rows_left_out: _, ...whole } = withoutNulls(record.explanations[place]) as Structured;
      const used = (rows as readonly Structured[]).filter((row) => row.used);
      expect(explained).toMatchObject({ ...whole, rows: used });
    }
    expect(left_out).toContain("`ratebook explain`");
  });

  test("history has the periods of the command, and how to get those that are left out", async () => {
    const query = withoutDay(lookup);
    const answer = await agent.answer("history", asked(query));
    const { periods } = withoutNulls(await command("history", code, setting, query)) as {
      readonly periods: readonly Structured[];
    };
    const shown = whole(answer, "periods");
    const isShortened = `${answer.left_out}`.includes("publications of figures are left out");
    const notices = periods.slice(0, shown.length);
    expect(shown).toEqual(isShortened ? JSON.parse(JSON.stringify(notices), unpublished) : notices);
    expect(shown.length).toBeGreaterThan(0);
    expect(answer.release).toMatch(/^2026\.11 [0-9a-f]{12}$/);
    if (shown.length === periods.length) expect(answer.left_out === undefined).toBe(!isShortened);
    else {
      const next = await agent.answer("history", asked({ ...query, to: answer.next_to as string }));
      expect(answer.left_out).toContain("For earlier periods send `to`");
      const [first] = next.periods as readonly Structured[];
      expect(first).toMatchObject({ end_date: answer.next_to, start_date: periods[shown.length]?.start_date });
    }
  });

  test("compare has the members of the command, with what they share once", async () => {
    const query = exampleOf(lookup);
    const answer = await agent.answer("compare", asked(query));
    const { members, ...about } = withoutNulls(await command("compare", code, setting, query)) as {
      readonly members: readonly Structured[];
    };
    expect(answer).toMatchObject(about);
    const shown = whole(answer, "members");
    expect(shown).toEqual(members.slice(0, shown.length));
    expect(shown.length).toBeGreaterThan(0);
  });

  test("options has those of the command, as many as there is room for", async () => {
    const query = exampleOf(lookup);
    const { release: _, warnings: __, left_out, ...answer } = await agent.answer("options", asked(query));
    const options = withoutNulls(await command("options", code, setting, query)) as Structured;
    const shown = answer.parameters as readonly Structured[];
    const all = options.parameters as readonly Structured[];
    expect(answer).toEqual({ ...options, parameters: all.slice(0, shown.length) });
    expect(shown.length).toBeGreaterThan(0);
    if (shown.length < all.length) expect(left_out).toContain("`ratebook options` prints all of them");
  });

  test("the provider, the code and the day have the same answer beside parameters as in it", async () => {
    const query = exampleOf(lookup);
    const { npi, billing_code, [lookup.dayParameter]: date, ...parameters } = query;
    const named = Object.fromEntries(Object.entries({ npi, billing_code, date }).filter(([, value]) => value));
    const answer = await agent.answer("price", { state: code, setting, ...named, parameters });
    expect(answer).toEqual(await agent.answer("price", asked(query)));
    // All beside each other, and one in both places.
    const beside = { state: code, setting, ...query, parameters: { billing_code } };
    expect(await agent.answer("price", beside)).toEqual(answer);
  });

  test.each(["price", "history", "compare", "options"])(
    "parameters lists what %s takes, with examples that work",
    async (tool) => {
      const { parameters, examples, result_fields } = await agent.answer("parameters", { state: code, setting, tool });
      const { properties } = parameters as { readonly properties: Structured };
      expect(properties).toHaveProperty("npi");
      if (tool === "history") expect(properties).not.toHaveProperty(lookup.dayParameter);
      const own = Object.keys(result_fields as Structured);
      expect(own).not.toContain("payment_rate");
      expect(own).not.toContain("date_of_service_used");
      const shown = examples as readonly { readonly parameters: Structured }[];
      expect(shown.length).toBeGreaterThan(0);
      for (const example of shown) await agent.answer(tool, asked(example.parameters));
    },
  );
});

test.each(states.map(({ code, search }) => ({ code, search })))(
  "search $code finds who the command finds",
  async (each) => {
    const { code, search } = each;
    const query = search.examples[0]?.query ?? {};
    const { release: _, ...answer } = await agent.answer("search", { state: code, parameters: query });
    const found = (await printed(["search", code, "--release", release, ...pairs(query)])) as Structured;
    expect(answer).toMatchObject(withoutNulls(found) as Structured);
    const { parameters } = await agent.answer("parameters", { state: code, tool: "search" });
    expect(parameters).toHaveProperty("properties.limit");
  },
);

test("coverage is that of the command; of one state alone when it is named", async () => {
  const whole = withoutNulls(await printed(["coverage", release, "--date", DAY])) as { readonly states: Structured[] };
  const answer = await agent.answer("coverage", { date: DAY });
  expect(answer).toMatchObject(answer.left_out === undefined ? whole : { release: (whole as Structured).release });
  const one = await agent.answer("coverage", { state: "ny", date: DAY });
  expect(one.states).toEqual(whole.states.filter(({ state }) => state === "ny"));
});

test("values may be JSON or text", async () => {
  const asked = (parameters: Structured) => ({ state: "ca", setting: "inpatient", parameters });
  const stay = { billing_code: "720-2", admit_date: DAY };
  const json = { npi: 1000100036, length_of_stay: 31, total_charges: 812400.5, child_patient: false };
  const text = { npi: "1000100036", length_of_stay: "31", total_charges: "812400.50", child_patient: "false" };
  const { request: _, ...fromJson } = await agent.answer("price", asked({ ...stay, ...json, interim_claim: null }));
  const { request: __, ...fromText } = await agent.answer("price", asked({ ...stay, ...text }));
  expect(fromJson).toEqual(fromText);
});

test("no rate is an answer, with what would help", async () => {
  const parameters = { npi: "1000700140", billing_code: "99213", date_of_service: "2019-03-01" };
  const { prices } = await agent.answer("price", { state: "ca", setting: "outpatient", parameters });
  expect(prices).toMatchObject([{ result: { rate_found: false }, no_rate: { code: "not_in_force" } }]);
});

test("a lookup by name is cut to what can be read, and says so", async () => {
  const asked = {
    state: "ca",
    setting: "outpatient",
    parameters: { provider_name: "medical", billing_code: "99213", date_of_service: DAY },
  };
  for (const [tool, list, what] of [
    ["price", "prices", "results"],
    ["explain", "explanations", "results"],
    ["compare", "members", "members"],
  ] as const) {
    const answer = await agent.answer(tool, asked);
    expect(JSON.stringify(answer).length).toBeLessThanOrEqual(MCP_LIMITS.answerCharactersMax);
    const shown = (answer[list] as readonly unknown[]).length;
    expect(shown).toBeGreaterThan(3);
    expect(answer.left_out).toMatch(new RegExp(`^Shown are the first ${shown} of [0-9]+ ${what}`));
  }
});

test("a call that is cancelled leaves the others alone", async () => {
  const cancelling = new AbortController();
  const long = agent.client.callTool(
    { name: "coverage", arguments: { date: "2020-01-01" } },
    {
      signal: cancelling.signal,
    },
  );
  cancelling.abort("no longer wanted");
  await expect(long).rejects.toThrow("no longer wanted");
  const { prices } = await agent.answer("price", {
    state: "ca",
    setting: "outpatient",
    parameters: { npi: "1000700140", billing_code: "99213" },
  });
  expect(prices).toHaveLength(1);
});

describe("reprice", () => {
  const CLAIMS = [
    "Claim,NPI,HCPCS,DOS,Paid",
    `a,1000700140,99213,${DAY},1.00`,
    `b,1000700140,99213,${DAY},9999.00`,
    `c,12,99213,${DAY},1.00`,
    `"d, quoted",1000700140,Z9999,${DAY},1.00`,
  ].join("\n");
  const claims = (text: string, about: Structured = {}) => ({
    state: "ca",
    setting: "outpatient",
    claims: text,
    ...about,
  });

  test("prices every line as the lookup does, compares it, and names those that cannot be read", async () => {
    const { results, rejected, summary, notes } = await agent.answer("reprice", claims(CLAIMS));
    const { prices } = await agent.answer("price", {
      ...{ state: "ca", setting: "outpatient", npi: "1000700140", billing_code: "99213", date: DAY },
    });
    const [{ result }] = prices as readonly [{ readonly result: Structured }];
    expect(results).toMatchObject([
      { input_line: "2", expected_amount: result.payment_rate },
      { input_line: "3", expected_amount: result.payment_rate },
      { input_line: "5", rate_found: "false" },
    ]);
    expect((results as readonly Structured[]).some((row) => "Claim" in row || "Paid" in row)).toBe(false);
    expect(rejected).toMatchObject([
      { input_line: "4", columns: "NPI", reasons: expect.stringContaining("10 digits") },
    ]);
    expect(summary).toMatchObject({ lookups: 4, faulty: 1, underpaid: { lines: 1 }, overpaid: { lines: 1 } });
    expect(JSON.stringify(notes)).toContain("Paid");
  });

  test("what columns are can be said, and a difference can be tolerated", async () => {
    const text = CLAIMS.replace("HCPCS", "X1").replace("Paid", "X2");
    const about = { columns: { X1: "billing_code", Claim: null }, compare: "X2", tolerance: "100000" };
    const { summary } = await agent.answer("reprice", claims(text, about));
    expect(summary).toMatchObject({ compared_with: { column: "X2" }, as_expected: { lines: 2 } });
  });

  test("of many lines that cannot be read the first are named", async () => {
    const lines = Array.from({ length: 30 }, () => `12,99213,${DAY},1.00`);
    const { rejected, left_out } = await agent.answer("reprice", claims(["NPI,HCPCS,DOS,Paid", ...lines].join("\n")));
    expect(rejected).toHaveLength(MCP_LIMITS.faultsNamedMax);
    expect(left_out).toMatch(/^Shown are the first 20 of 30 rejected lines\./);
  });

  test("a long text is counted as a whole and shown in part", async () => {
    const lines = Array.from({ length: 1_500 }, (_, place) => `${place},1000700140,99213,${DAY},1.00`);
    const answer = await agent.answer("reprice", claims(["Claim,NPI,HCPCS,DOS,Paid", ...lines].join("\r\n")));
    const shown = (answer.results as readonly unknown[]).length;
    expect(shown).toBeGreaterThan(10);
    expect(answer.summary).toMatchObject({ lookups: 1_500, underpaid: { lines: 1_500 } });
    expect(answer.left_out).toMatch(new RegExp(`^Shown are the first ${shown} of 1500 lines`));
    expect(JSON.stringify(answer).length).toBeLessThanOrEqual(MCP_LIMITS.answerCharactersMax);
  });
});
