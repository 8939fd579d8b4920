import { expect, it } from "vitest";
import { type Asked, ask } from "./support/ask.ts";
import { batch, fakeService, get, RATE } from "./support/fake-app.ts";

/* What usage counts beside lookups: results that carry a price. Code 100 has one, code 200 has none. */

const PRICED = "?billing_code=100&npi=1000000001";
const UNPRICED = "?billing_code=200&npi=1000000001";
const BY_NAME = "?billing_code=100&provider_name=clinic";

/** How many results with a price there are in an answer, wherever they stand in it. */
function pricesIn(text: string): number {
  return text.match(/"rate_found":true/g)?.length ?? 0;
}

function accepting(accept: string, request: Asked): Asked {
  return { ...request, headers: { ...request.headers, accept } };
}

it.each([
  ["a lookup", get(RATE + PRICED)],
  ["a lookup by name", get(RATE + BY_NAME)],
  ["a batch", batch({ requests: [{ billing_code: "100", npi: "1000000001" }, { billing_code: "100" }] })],
  ["a history", get(`${RATE}/history${PRICED}`)],
  ["a comparison", get(`${RATE}/compare?billing_codes=100,200&npi=1000000001`)],
])("the results of %s that have a price are observed", async (_what, request) => {
  const { app, observed } = fakeService();
  const answer = await ask(app, request);
  expect(answer.statusCode).toBe(200);
  expect(pricesIn(answer.body)).toBeGreaterThan(0);
  expect(observed).toMatchObject([{ priced: pricesIn(answer.body) }]);
});

it.each([
  ["a page of an explanation", accepting("text/html", get(`${RATE}/explain${PRICED}`)), 1],
  ["an explanation by name", get(`${RATE}/explain${BY_NAME}`), 2],
  ["a table", accepting("text/csv", get(RATE + PRICED)), 1],
  ["options, whatever else was tried", get(`${RATE}/options${PRICED}`), 1],
  ["a lookup without a rate", get(RATE + UNPRICED), 0],
  ["a request that is refused", get(`${RATE}?npi=1000000001`), 0],
])("%s counts the results that it is about", async (_what, request, priced) => {
  const { app, observed } = fakeService();
  await ask(app, request);
  expect(observed).toMatchObject([{ priced }]);
});
