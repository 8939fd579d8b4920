import { expect, it } from "vitest";
import type { PricedRelease } from "../../scripts/nodes/priced-releases.ts";
import { lookupsOf, RightAnswers } from "../../scripts/nodes/right-answers.ts";
import { Spans } from "../../scripts/nodes/spans.ts";
import { UsageAccount } from "../../scripts/nodes/usage-account.ts";
import type { Expected } from "../../scripts/soak/mix.ts";
import { sharedClock } from "../../scripts/soak/shared-clock.ts";

const sent = { method: "GET", path: "/api/v1/ca/outpatient/rate?npi=1", headers: {} };
const query = { npi: "1" };

function release(header: string, answer: string): PricedRelease {
  const lookup = { state: "ca", setting: "outpatient", query, path: sent.path, answer };
  return { file: "", version: header, contentHash: header, header, lookups: [lookup] };
}

const right = new RightAnswers([release("one", "[1]"), release("two", "[2]")]);
const lookup: Expected = { kind: "lookup", sent, status: 200, body: "[1]" };

it("an answer is held against the release that it names", () => {
  expect(right.under("one", lookup)?.body).toBe("[1]");
  expect(right.under("two", lookup)?.body).toBe("[2]");
  expect(right.under("three", lookup)).toBeNull();
  expect(right.under(undefined, lookup)).toBeNull();
});

it("so is every item of a batch, and each of them is a lookup", () => {
  const body = JSON.stringify({ requests: [query, query] });
  const batch: Expected = {
    ...lookup,
    kind: "batch",
    sent: { ...sent, path: "/api/v1/ca/outpatient/rate/batch", body },
  };
  expect(right.under("two", batch)?.body).toContain('"results":[2]');
  expect(lookupsOf(batch)).toBe(2);
  expect(lookupsOf({ ...lookup, kind: "search" })).toBe(0);
});

it("usage is right from what kills may have cost up to what was never answered", () => {
  const usage = new UsageAccount();
  usage.answered(100);
  usage.unknown(5);
  expect([89, 90, 105, 106].map((counted) => usage.problem(counted, 10) === null)).toEqual([false, true, true, false]);
});

it("a span is touched from its beginning to its end", () => {
  const spans = new Spans();
  const before = sharedClock();
  const end = spans.begin();
  expect(spans.isOn).toBe(true);
  expect(spans.touches(before, sharedClock())).toBe(true);
  end();
  const after = sharedClock() + 1;
  expect(spans.isOn).toBe(false);
  expect(spans.touches(after, after + 1)).toBe(false);
  expect(spans.touches(before - 2, before - 1)).toBe(false);
});
