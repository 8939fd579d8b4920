import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MCP_LIMITS } from "../../src/mcp/limits.ts";
import { temporaryFolder } from "../operations/support/running-server.ts";
import { KNOWN_STATES } from "../support/known-states.ts";
import { Agent, type Structured } from "./support/agent.ts";
import { sampleRelease } from "./support/sample-release.ts";

const folder = temporaryFolder();
let agent: Agent;

beforeAll(async () => {
  agent = await new Agent(["--release", await sampleRelease(folder.path)]).connected();
});

afterAll(async () => {
  await agent?.close();
  folder.remove();
});

describe("what is not understood is refused with field, value and remedy", () => {
  const of = (parameters: unknown) => ({ state: "ca", setting: "outpatient", parameters });
  test.each<[string, Structured, readonly string[]]>([
    ["price", {}, [`state is required: expected one of ${KNOWN_STATES}.`]],
    ["price", { state: "tx" }, ['state "tx" is not valid: expected one of ca']],
    ["price", { state: "ca", setting: "dental" }, ['setting "dental" is not valid: expected one of outpatient']],
    ["price", { state: ["ca"], setting: {} }, ["state is not valid"]],
    ["price", of('{"npi": "1"}'), ["parameters is not valid: expected a JSON object"]],
    ["price", of([1]), ["parameters is not valid"]],
    ["price", of({ npi: "12", billing_code: "99213" }), ['npi "12" is not valid: expected 10 digits']],
    ["price", of({ npi: "1000700140" }), ["billing_code is required"]],
    ["price", of({ billing_code: "99213" }), ["Send at least one of npi, state_provider_id, provider_name"]],
    ["price", of({ npi: "1000700140", code: "99213" }), ["did you mean billing_code?", "billing_code is required"]],
    ["price", { ...of({ billing_code: "99213" }), npi: "1000700140" }, ['"npi" is not an argument of this tool']],
    ["price", of({ npi: "1000700140", billing_code: 840 }), ["a number would lose leading zeros"]],
    ["price", of({ npi: ["1000700140"], billing_code: 1, x: {} }), ["npi is not valid", "billing_code", '"x" is not']],
    ["price", of(JSON.parse('{"__proto__": "1", "npi": "1000700140"}')), ['"__proto__" is not a parameter']],
    ["explain", of({ provider_name: "x".repeat(100_000), billing_code: "99213" }), ["provider_name", "characters"]],
    ["history", of({ provider_name: "medical", billing_code: "99213" }), ["npi"]],
    ["history", of({ npi: "1000700140", billing_code: "99213", limit: 1000 }), ['limit "1000" is not valid']],
    ["compare", of({ npi: "1000700140" }), ["billing_code is required to compare providers"]],
    ["search", { state: "ca", parameters: { limit: 0.5 } }, ['limit "0.5" is not valid: expected a whole number']],
    ["search", { state: "ca", setting: "outpatient" }, ['"setting" is not an argument of this tool']],
    ["coverage", { state: "tx" }, ['state "tx" is not valid']],
    ["coverage", { date: "soon" }, ['date "soon" is not valid: expected a calendar day']],
    ["parameters", { state: "ca", tool: "coverage" }, ['tool "coverage" is not valid: expected one of price']],
    ["parameters", { state: "ca" }, ["setting is required: expected one of outpatient, inpatient"]],
    ["frobnicate", {}, ['"frobnicate" is not a tool of Ratebook; there are parameters, search']],
  ])("%s %j", async (tool, sent, messages) => {
    const told = await agent.refusal(tool, sent);
    for (const message of messages) expect(told).toContain(message);
    expect(told.length).toBeLessThan(MCP_LIMITS.refusalCharactersMax + 100);
  });

  test("a call made of nothing but faults has a short refusal", async () => {
    const faults = Object.fromEntries(Array.from({ length: 5_000 }, (_, place) => [`nothing_like_it_${place}`, place]));
    const told = await agent.refusal("price", { state: "ca", setting: "outpatient", parameters: faults, ...faults });
    expect(told.length).toBeLessThan(MCP_LIMITS.refusalCharactersMax + 100);
  });
});

test("what is asked reaches no log and no refusal of its own", async () => {
  const secret = "MRN-0042-secret";
  const parameters = { reference_id: secret, npi: "1000700140", billing_code: "99213" };
  await agent.answer("price", { state: "ca", setting: "outpatient", parameters });
  const bad = { ...parameters, reference_id: [secret], npi: "1" };
  expect(await agent.refusal("price", { state: "ca", setting: "outpatient", parameters: bad })).not.toContain(secret);
  expect(agent.log).toContain("ratebook mcp: price: answered");
  expect(agent.log).not.toContain(secret);
  expect(agent.log).not.toContain("1000700140");
});
