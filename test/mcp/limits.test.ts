import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MCP_LIMITS } from "../../src/mcp/limits.ts";
import { fieldsInCommon, fitting, lean, longestFitting, shownOf, withoutFields } from "../../src/mcp/tool.ts";
import { KNOWN_STATES } from "../support/known-states.ts";
import { Agent, type Structured } from "./support/agent.ts";
import { sampleBackend } from "./support/sample-backend.ts";

describe("refusals", () => {
  let agent: Agent;
  let close: () => void;

  beforeAll(async () => {
    const sample = await sampleBackend();
    close = sample.close;
    agent = await Agent.over(sample.backend).connected();
  });

  afterAll(async () => {
    await agent?.close();
    close?.();
  });

  const CLAIMS = { state: "ca", setting: "outpatient", claims: "npi,billing_code\n1000700140,99213\n" };

  describe("what is not understood is refused with field, value and remedy", () => {
    const of = (parameters: unknown) => ({ state: "ca", setting: "outpatient", parameters });
    test.each<[string, Structured, readonly string[]]>([
      ["price", {}, [`state is required: expected one of ${KNOWN_STATES}.`]],
      ["price", { state: "tx" }, ['state "tx" is not valid: expected one of ca']],
      ["price", { state: "ca", setting: "dental" }, ['setting "dental" is not valid: expected one of outpatient']],
      [
        "benchmark",
        { state: "ca", setting: "inpatient" },
        ['setting "inpatient" is not valid: Medicare pays hospital'],
      ],
      [
        "parameters",
        { state: "ca", setting: "inpatient", tool: "benchmark" },
        ["Request a procedure with the setting"],
      ],
      ["price", { state: ["ca"], setting: {} }, ["state is not valid"]],
      ["price", of('{"npi": "1"}'), ["parameters is not valid: expected a JSON object"]],
      ["price", of([1]), ["parameters is not valid"]],
      ["price", of({ npi: "12", billing_code: "99213" }), ['npi "12" is not valid: expected 10 digits']],
      ["price", of({ npi: "1000700140" }), ["billing_code is required"]],
      ["price", of({ billing_code: "99213" }), ["Send at least one of npi, state_provider_id, provider_name"]],
      ["price", of({ npi: "1000700140", code: "99213" }), ["did you mean billing_code?", "billing_code is required"]],
      ["price", { ...of({ npi: "1000700140" }), billing_cod: "99213" }, ["did you mean billing_code?"]],
      [
        "price",
        { ...of({ npi: "1" }), npi: "2" },
        ['npi is given twice with two values, "2" and "1": expected one of them'],
      ],
      ["price", { ...of({ date_of_service: "2026-10-01" }), date: "2026-10-02" }, ["date_of_service is given twice"]],
      [
        "price",
        { ...of({ reference_id: "MRN-1" }), reference_id: "MRN-2" },
        ["reference_id is given twice with two values:"],
      ],
      ["price", { ...of({ npi: { toString: 1 } }), npi: ["2"] }, ["npi is not valid"]],
      [
        "history",
        { ...of({ npi: "1000700140", billing_code: "99213" }), date: "2026-10-01" },
        ['"date" is not a parameter'],
      ],
      ["price", of({ npi: "1000700140", billing_code: 840 }), ["a number would lose leading zeros"]],
      [
        "price",
        of({ npi: ["1000700140"], billing_code: 1, x: {} }),
        ["npi is not valid", "billing_code", '"x" is not'],
      ],
      ["price", of(JSON.parse('{"__proto__": "1", "npi": "1000700140"}')), ['"__proto__" is not a parameter']],
      ["explain", of({ provider_name: "x".repeat(100_000), billing_code: "99213" }), ["provider_name", "characters"]],
      ["history", of({ provider_name: "medical", billing_code: "99213" }), ["npi"]],
      ["history", of({ npi: "1000700140", billing_code: "99213", limit: 1000 }), ['limit "1000" is not valid']],
      ["compare", of({ npi: "1000700140" }), ["billing_code is required to compare providers"]],
      ["search", { state: "ca", parameters: { limit: 0.5 } }, ['limit "0.5" is not valid: expected a whole number']],
      ["search", { state: "ca", setting: "outpatient" }, ['"setting" is not a parameter']],
      ["coverage", { state: "tx" }, ['state "tx" is not valid']],
      ["coverage", { date: "soon" }, ['date "soon" is not valid: expected a calendar day']],
      ["parameters", { state: "ca", tool: "coverage" }, ['tool "coverage" is not valid: expected one of price']],
      ["parameters", { state: "ca" }, ["setting is required: expected one of outpatient, inpatient"]],
      [
        "parameters",
        { state: "ca", setting: "outpatient", npi: "1" },
        ['argument "npi" is not valid: expected one of state'],
      ],
      ["reprice", { ...CLAIMS, claims: ["npi"] }, ["claims is not valid: expected CSV as one string"]],
      ["what-if", of({ npi: "1000700140", billing_code: "99213", set: ["a"] }), ['such as "a,b"']],
      ["compare", of({ npi: "1000700140", billing_codes: ["99213"] }), ['such as "a,b"']],
      [
        "reprice",
        { state: "ca", setting: "outpatient" },
        ["claims is required: CSV as one string, with a line of headings"],
      ],
      ["reprice", { state: "ca", setting: "outpatient", claims: "x".repeat(200_001) }, ["at most 200000 characters"]],
      ["reprice", { ...CLAIMS, sheet: "1" }, ['argument "sheet" is not valid: expected one of state, setting, claims']],
      ["reprice", { ...CLAIMS, tolerance: "much" }, ['tolerance "much" is not valid']],
      ["reprice", { ...CLAIMS, columns: { DOS: { a: 1 } } }, ["columns", "is not valid"]],
      ["reprice", { ...CLAIMS, columns: ["DOS"] }, ["columns", "is not valid"]],
      ["reprice", { ...CLAIMS, compare: "Nothing" }, ["Nothing"]],
      ["reprice", { ...CLAIMS, claims: "npi;billing_code\n1;2\n" }, ["Send CSV with commas between the cells."]],
      ["reprice", { ...CLAIMS, claims: "Dog,Cat\n1,2\n" }, ["billing_code", "(invalid_file)"]],
      ["frobnicate", {}, ['"frobnicate" is not a tool of Ratebook; there are parameters, search']],
    ])("%s %j", async (tool, sent, messages) => {
      const notices = await agent.refusal(tool, sent);
      for (const message of messages) expect(notices).toContain(message);
      expect(notices.length).toBeLessThan(MCP_LIMITS.refusalCharactersMax + 100);
    });

    test("a call made of nothing but faults has a short refusal", async () => {
      const faults = Object.fromEntries(
        Array.from({ length: 5_000 }, (_, place) => [`nothing_like_it_${place}`, place]),
      );
      const notices = await agent.refusal("price", { state: "ca", setting: "outpatient", parameters: faults });
      expect(notices.length).toBeLessThan(MCP_LIMITS.refusalCharactersMax + 100);
    });
  });

  test("what is sent reaches no log and no refusal of its own", async () => {
    const secret = "MRN-0042-secret";
    const parameters = { reference_id: secret, npi: "1000700140", billing_code: "99213" };
    await agent.answer("price", { state: "ca", setting: "outpatient", parameters });
    const bad = { ...parameters, reference_id: [secret], npi: "1" };
    expect(await agent.refusal("price", { state: "ca", setting: "outpatient", parameters: bad })).not.toContain(secret);
    expect(agent.log).toContain("price: answered");
    expect(agent.log).not.toContain(secret);
    expect(agent.log).not.toContain("1000700140");
  });
});

describe("fitting", () => {
  const { answerCharactersMax: room, listItemsMax: most } = MCP_LIMITS;

  /** An answer whose JSON has so many characters. */
  function answerOf(characters: number) {
    return { text: "x".repeat(characters - '{"text":""}'.length) };
  }

  describe("an answer", () => {
    test("fits when it has exactly as many characters as there is room for", () => {
      expect(fitting(answerOf(room))).toEqual(answerOf(room));
      expect(fitting(answerOf(room + 1))).toBeNull();
    });

    test("is measured without its nulls", () => {
      expect(fitting({ ...answerOf(room), nothing: null })).toEqual(answerOf(room));
    });
  });

  describe("a list", () => {
    const listOf = (length: number) => (shown: number) => ({
      list: Array.from({ length: shown }, () => "x".repeat(length)),
    });

    test.each([
      [0, 10, 0],
      [most, 10, most],
      [most + 1, 10, most],
      // 9 x (2,200 + 3 characters) and the 10 around them are 19,836, and one more does not fit.
      [20, 2_200, 9],
      [1, room - 100, 1],
    ])("of %i members with %i characters shows %i", (count, length, shown) => {
      expect(longestFitting(count, listOf(length))?.list).toHaveLength(shown);
    });

    test("that has no room for one is no answer", () => {
      expect(longestFitting(3, listOf(room))).toBeNull();
    });

    test("says how much of it is shown", () => {
      expect(shownOf(3, 3, "results")).toBeNull();
      expect(shownOf(2, 3, "results")).toBe(
        "Shown are the first 2 of 3 results: an answer has at most 50 of them and 20000 characters.",
      );
    });
  });

  test("nulls are left out of objects and stay in lists, whose places have a meaning", () => {
    expect(lean({ a: null, b: [null, { c: null, d: false }], e: "", f: 0 })).toEqual({
      b: [null, { d: false }],
      e: "",
      f: 0,
    });
  });

  const RESULTS = [
    { code: "99213", price: "1.00", lists: ["a"], only: 1 },
    { code: "99213", price: "2.00", lists: ["a"] },
  ];

  test("what all results have alike stands once, and with the rest it is the result", () => {
    const inCommon = fieldsInCommon(RESULTS);
    expect(inCommon).toEqual({ code: "99213", lists: ["a"] });
    for (const result of RESULTS) expect({ ...inCommon, ...withoutFields(result, inCommon) }).toEqual(result);
  });

  test("a single result, or none, shares nothing", () => {
    expect(fieldsInCommon([])).toEqual({});
    expect(fieldsInCommon(RESULTS.slice(0, 1))).toEqual({});
  });
});
