import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ClaimsQuestion } from "../../../src/answers/question.ts";
import type { Day } from "../../../src/core/calendar/day.ts";
import { openRelease } from "../../../src/release/open.ts";
import type { Release } from "../../../src/release/release.ts";
import { readOrder } from "../../../src/reprice/jobs/order.ts";
import { longWorkHere } from "../../../src/serve/http/long-work/here.ts";
import type { LongWork } from "../../../src/serve/http/long-work/question.ts";
import { states } from "../../../src/states/index.ts";
import { temporaryFolder } from "../../serve/operations/support/running-server.ts";
import { KNOWN_STATES } from "../../support/known-states.ts";
import { californiaAt } from "../../support/shared-release.ts";
import { SOON } from "../../support/waiting.ts";

function read(fields: Readonly<Record<string, string>>) {
  return readOrder(new Map(Object.entries(fields)), states);
}

const PLAIN = { state: "ca", setting: "outpatient" };

describe("the fields of a form", () => {
  test("say what is asked of the file; what is left out is as in the command", () => {
    const order = read({ ...PLAIN, columns: '{"DOS": "date_of_service", "Payer": null}', fields: "payment_rate" });
    expect(order).toMatchObject({
      setting: "outpatient",
      columns: [
        ["DOS", "date_of_service"],
        ["Payer", null],
      ],
      fields: ["payment_rate"],
      compare: null,
      noChargeLimit: false,
      sheet: null,
      tolerance: { figure: "0", of: "dollars" },
      by: null,
      isDryRun: false,
    });
    expect(order).toHaveProperty("state.code", "ca");
  });

  test("say which sheet is read, what is as expected and what is added up", () => {
    expect(read({ ...PLAIN, sheet: "May", tolerance: "1%", by: "code, Payer" })).toMatchObject({
      sheet: "May",
      tolerance: { figure: "1", of: "percent" },
      by: ["code", "Payer"],
    });
  });

  test("say whether Medicare's price stands beside each line, and not for stays", () => {
    expect(read({ ...PLAIN, medicare: "true" })).toMatchObject({ isBesideMedicare: true });
    expect(read(PLAIN)).toMatchObject({ isBesideMedicare: false });
    expect(read({ ...PLAIN, setting: "inpatient", medicare: "false" })).toMatchObject({ isBesideMedicare: false });
    expect(read({ ...PLAIN, setting: "inpatient", medicare: "true" })).toMatchObject([
      { field: "medicare", code: "invalid_parameter", message: expect.stringContaining("MS-DRG") },
    ]);
    expect(read({ ...PLAIN, medicare: "maybe" })).toMatchObject([{ field: "medicare" }]);
  });

  test("say whether charges limit what is expected", () => {
    expect(read({ ...PLAIN, no_charge_limit: "true" })).toMatchObject({ noChargeLimit: true });
    expect(read({ ...PLAIN, no_charge_limit: "perhaps" })).toMatchObject([{ field: "no_charge_limit" }]);
  });

  test("are taken in any case and with white space around them", () => {
    expect(read({ state: " CA ", setting: "Inpatient", dry_run: "true" })).toMatchObject({
      setting: "inpatient",
      isDryRun: true,
    });
  });

  test.each([
    [{ setting: "outpatient" }, "state", "missing_parameter", "state is required: one of ca, fl, ny, ga."],
    [{ state: "ca" }, "setting", "missing_parameter", "setting is required: one of outpatient, inpatient."],
    [
      { ...PLAIN, state: "zz" },
      "state",
      "invalid_parameter",
      `state "zz" is not valid: expected one of ${KNOWN_STATES}.`,
    ],
    [{ ...PLAIN, setting: "dental" }, "setting", "invalid_parameter", 'setting "dental" is not valid'],
    [
      { ...PLAIN, tolerence: "1" },
      "tolerence",
      "unknown_parameter",
      "is not a field of this form; did you mean tolerance?",
    ],
    [
      { ...PLAIN, colour: "1" },
      "colour",
      "unknown_parameter",
      "is not a field of this form; known are file, claims, state,",
    ],
    [{ ...PLAIN, columns: '{"DOS": "x",}' }, "columns", "invalid_parameter", "it is not JSON, at line 1, column 13"],
    [{ ...PLAIN, columns: "DOS=date" }, "columns", "invalid_parameter", "expected a JSON object"],
    [{ ...PLAIN, columns: "[1]" }, "columns", "invalid_parameter", "expected a JSON object"],
    [{ ...PLAIN, columns: '{"DOS": 1}' }, "columns", "invalid_parameter", "expected a JSON object"],
    [{ ...PLAIN, tolerance: "101%" }, "tolerance", "invalid_parameter", "a percentage from 0% to 100%"],
    [{ ...PLAIN, by: "code,,month" }, "by", "invalid_parameter", "names separated by commas"],
    [{ ...PLAIN, dry_run: "yes" }, "dry_run", "invalid_parameter", "expected true or false"],
    [{ ...PLAIN, fields: "payment_rat" }, "fields", "invalid_parameter", "did you mean payment_rate?"],
  ])("are refused by name: %j", (fields, field, code, message) => {
    expect(read(fields)).toEqual([expect.objectContaining({ field, code, message: expect.stringContaining(message) })]);
  });

  test("are all told when several are wrong", () => {
    const faults = read({ state: "zz", columns: "x", more: "" });
    expect(faults).toMatchObject([{ field: "more" }, { field: "setting" }, { field: "state" }, { field: "columns" }]);
    expect(read({ state: "zz", setting: "out" })).toMatchObject([{ field: "state" }, { field: "setting" }]);
  });
});

describe("claims text", () => {
  const folder = temporaryFolder();
  let release: Release;
  let work: LongWork;

  beforeAll(async () => {
    const file = join(folder.path, "sample.db");
    await californiaAt(file);
    release = openRelease(file, states);
    // No test here is about the limit of time, which a busy machine may reach.
    work = longWorkHere(release, SOON.timeout);
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
    // Many slices of some eighty lines.
    expect(await work.answer(claimsOf(1_000), leaving.signal, admits)).toMatchObject({ body: [], lookups: 0 });
    const whole = await work.answer(claimsOf(1_000), WAITING, async () => true);
    expect(whole).toMatchObject({ ok: true, lookups: 1_000 });
  });

  test.each([
    ["a line of commas", ",".repeat(199_990)],
    ["one record over many lines", Array.from({ length: 40_000 }, () => '"\n"').join()],
    ["headings without end", Array.from({ length: 28_000 }, () => "npi").join()],
  ])("%s is refused before its columns are compared, and costs nothing", async (_, claims) => {
    const answer = await work.answer({ ...claimsOf(1), claims }, WAITING, async () => {
      throw new Error("charged");
    });
    const detail = expect.stringContaining("line 1: the line has more than 500 columns.");
    expect(answer).toMatchObject({ ok: false, problem: { code: "invalid_file", detail } });
  });

  test.each([
    ["titles", () => "Claims of May,,\n"],
    ["wide rows, not all of which are compared", (at: number) => `${at}${",x".repeat(400)}\n`],
  ])("headings are found below %s", async (_, row) => {
    const claims = Array.from({ length: 18 }, (_, at) => row(at)).join("") + claimsOf(1).claims;
    const found = await work.answer({ ...claimsOf(1), claims }, WAITING, async () => true);
    expect(found).toMatchObject({ ok: true, lookups: 1 });
  });

  test("a third text of claims waits until one of two has ended", async () => {
    const ended: number[] = [];
    const begun: (readonly number[])[] = [];
    const texts = [2_000, 2_000, 1].map(async (lines, place) => {
      await work.answer(claimsOf(lines), WAITING, async () => {
        begun[place] = [...ended];
        return true;
      });
      ended.push(place);
    });
    await Promise.all(texts);
    expect(begun.slice(0, 2)).toEqual([[], []]);
    expect(begun[2]?.length).toBeGreaterThan(0);
  });
});
