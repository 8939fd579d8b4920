import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ClaimsQuestion } from "../../src/answers/question.ts";
import type { Day } from "../../src/calendar/day.ts";
import { longWorkHere } from "../../src/http/long-work/here.ts";
import type { LongWork } from "../../src/http/long-work/question.ts";
import { openRelease } from "../../src/release/open.ts";
import type { Release } from "../../src/release/release.ts";
import { states } from "../../src/states/index.ts";
import { SAMPLE } from "../cli/support/ratebook.ts";
import { temporaryFolder } from "../operations/support/running-server.ts";
import { releaseAt } from "../support/shared-release.ts";

const folder = temporaryFolder();
let release: Release;
let work: LongWork;

beforeAll(async () => {
  const file = join(folder.path, "sample.db");
  await releaseAt(file, SAMPLE);
  release = openRelease(file, states);
  work = longWorkHere(release);
});

afterAll(() => {
  release?.close();
  folder.remove();
});

const LINE = "1000700140,99213,2026-10-01,1.00";

function claimsOf(lines: number): ClaimsQuestion {
  return {
    ...{ kind: "claims", state: "ca", today: "2026-10-01" as Day, staleAfterMonths: null },
    form: { state: "ca", setting: "outpatient" },
    claims: ["NPI,HCPCS,DOS,Paid", ...Array.from({ length: lines }, () => LINE)].join("\n"),
  };
}

const WAITING = new AbortController().signal;

test("claims are paid for line by line, once their columns are understood", async () => {
  const charged: number[] = [];
  const admits = async (lookups: number) => charged.push(lookups) > 0;
  const answer = await work.answer(claimsOf(3), WAITING, admits);
  expect(answer).toMatchObject({ ok: true, lookups: 3, priced: 3 });
  const unclear = await work.answer({ ...claimsOf(1), claims: "Dog,Cat\n1,2\n" }, WAITING, admits);
  expect(unclear).toMatchObject({ ok: false, problem: { code: "invalid_file" } });
  expect(charged).toEqual([3]);
});

test("claims that are not admitted are not priced", async () => {
  expect(await work.answer(claimsOf(3), WAITING, async () => false)).toMatchObject({ body: [], lookups: 0 });
});

test("what is wrong with the form is a fault of its field", async () => {
  const form = { state: "ca", setting: "dental" };
  const answer = await work.answer({ ...claimsOf(1), form }, WAITING, async () => true);
  expect(answer).toMatchObject({ ok: false, problem: { errors: [{ field: "setting" }] } });
});

test("the work ends when its client leaves", async () => {
  const leaving = new AbortController();
  const admits = async () => {
    // Once pricing has begun.
    setImmediate(() => leaving.abort());
    return true;
  };
  expect(await work.answer(claimsOf(5_000), leaving.signal, admits)).toMatchObject({ body: [], lookups: 0 });
  const whole = await work.answer(claimsOf(5_000), WAITING, async () => true);
  expect(whole).toMatchObject({ ok: true, lookups: 5_000 });
});
