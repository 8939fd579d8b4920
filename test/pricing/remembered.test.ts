import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Day, dayAfter } from "../../src/calendar/day.ts";
import { onlyInForce } from "../../src/calendar/period.ts";
import { text } from "../../src/dataset/column.ts";
import type { RateData } from "../../src/dataset/rate-data.ts";
import { datedTable, type RowOf } from "../../src/dataset/table.ts";
import { remembered } from "../../src/pricing/remembered.ts";

const fees = datedTable({ folder: "xx", name: "fees", key: ["code"], columns: { code: text() } });
type Fee = RowOf<typeof fees>;

/** A table in which the periods follow each other from 2025-01-01, with a gap after every third. */
function releaseWith(lengths: readonly number[]): RateData {
  const rows: Fee[] = [];
  let day = "2025-01-01" as Day;
  for (const [index, length] of lengths.entries()) {
    const start = day;
    for (let count = 1; count < length; count += 1) day = dayAfter(day);
    const end = index === lengths.length - 1 ? null : day;
    rows.push({ code: "A", period: { start, end }, line: index + 2 } as unknown as Fee);
    day = dayAfter(index % 3 === 2 ? dayAfter(day) : day);
  }
  return { rows: () => rows as never, hasRows: () => rows.length > 0 };
}

interface Inputs {
  readonly code: string;
  readonly units: number | null;
  readonly patient: { readonly age: number };
}

const KEY = ["units", "code"] as const;
type Claim = Pick<Inputs, (typeof KEY)[number]>;

function countingRule() {
  const seen: string[] = [];
  const workOut = (data: RateData, { code, units }: Claim, day: Day): string | null => {
    seen.push(`${code} ${day}`);
    const row = onlyInForce(data.rows(fees, code), day);
    return row === undefined ? null : `${code} x ${units} by line ${row.line}`;
  };
  const isLasting = (outcome: string | null) => outcome !== null;
  return { rule: remembered<Inputs, typeof KEY, string | null>({ key: KEY, workOut, isLasting }), workOut, seen };
}

const A: Claim = { code: "A", units: 1 };
const B: Claim = { code: "B", units: 1 };

describe("a rule that remembers", () => {
  it("is worked out once per claim, release and stretch of days between which nothing begins or ends", () => {
    const { rule, seen } = countingRule();
    const release = releaseWith([10, 10]);
    for (const day of ["2025-01-01", "2025-01-10", "2025-01-05"])
      expect(rule(release, A, day as Day)).toBe("A x 1 by line 2");
    expect(seen).toEqual(["A 2025-01-01"]);
    expect(rule(release, A, "2025-01-11" as Day)).toBe("A x 1 by line 3");
    expect(rule(release, B, "2025-01-11" as Day)).toBe("B x 1 by line 3");
    expect(rule(releaseWith([20]), A, "2025-01-11" as Day)).toBe("A x 1 by line 2");
    expect(seen).toHaveLength(4);
  });

  it("tells claims apart by every part of the key", () => {
    const { rule } = countingRule();
    const release = releaseWith([10]);
    const day = "2025-01-05" as Day;
    const claims = [A, B, { code: "A", units: 2 }, { code: "A", units: null }];
    for (let round = 0; round < 2; round += 1) {
      expect(claims.map((claim) => rule(release, claim, day))).toEqual([
        "A x 1 by line 2",
        "B x 1 by line 2",
        "A x 2 by line 2",
        "A x null by line 2",
      ]);
    }
  });

  it("is handed the key's fields and nothing else, whatever more the caller has", () => {
    const handed: unknown[] = [];
    const rule = remembered<Inputs, typeof KEY, string>({
      key: KEY,
      workOut: (_data, claim) => {
        handed.push(claim);
        return "worked out";
      },
      isLasting: () => true,
    });
    const inputs: Inputs = { code: "A", units: 3, patient: { age: 7 } };
    rule(releaseWith([10]), inputs, "2025-01-05" as Day);
    expect(handed).toStrictEqual([{ units: 3, code: "A" }]);
  });

  // What fails here is the type checker, when one of these lines compiles.
  it("is not compiled when it reads what is not in the key, or when a part of the key is an object", () => {
    const isLasting = () => true;
    const CODE_ALONE = ["code"] as const;
    remembered<Inputs, typeof CODE_ALONE, unknown>({
      key: CODE_ALONE,
      // @ts-expect-error: units is not part of the key
      workOut: (_data, { units }) => units,
      isLasting,
    });
    remembered<Inputs, typeof CODE_ALONE, unknown>({
      key: CODE_ALONE,
      // @ts-expect-error: a rule that was written apart from its key
      workOut: (_data: RateData, { units }: Claim) => units,
      isLasting,
    });
    const WITH_OBJECT = ["code", "patient"] as const;
    // @ts-expect-error: two patients that look alike would be two keys
    remembered<Inputs, typeof WITH_OBJECT, unknown>({ key: WITH_OBJECT, workOut: () => null, isLasting });
  });

  it("works out again what is said of one day alone", () => {
    const { rule, seen } = countingRule();
    const release = releaseWith([10]);
    rule(release, A, "2024-12-31" as Day);
    rule(release, A, "2024-12-31" as Day);
    expect(seen).toHaveLength(2);
  });

  it("gives on every day, in any order, what it gives when nothing is remembered", () => {
    const days = fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 8 }), days, (lengths, asked) => {
        const { rule, workOut } = countingRule();
        const release = releaseWith(lengths);
        for (const number of asked) {
          const day = new Date(Date.UTC(2024, 11, 25 + number)).toISOString().slice(0, 10) as Day;
          expect(rule(release, A, day)).toBe(workOut(release, A, day));
        }
      }),
    );
  });
});
