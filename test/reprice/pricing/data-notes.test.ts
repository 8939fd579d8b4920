import { expect, test } from "vitest";
import { type Day, dayNumbered } from "../../../src/core/calendar/day.ts";
import { assumedText, DataNotes, dataNotesTexts } from "../../../src/reprice/pricing/data-notes.ts";

const OLD = { table: "ca/a", edition: dayNumbered(18_000), months: 20 };
const OLDER = { ...OLD, edition: dayNumbered(17_000), months: 50 };
const MEDICINE = { parameter: "procedure_type", value: "Medicine", reason: "not sent: the most common", lines: 2 };

const NOTHING = { empty: [], withoutEdition: [], stale: [], assumed: [] };

test("what threads found is put together: tables once, the oldest edition, lines added up", () => {
  const notes = new DataNotes();
  const withoutEdition = (...days: readonly string[]) => [{ table: "ca/c", days: days as readonly Day[] }];
  notes.add({
    ...NOTHING,
    empty: ["ca/b"],
    withoutEdition: withoutEdition("2026-02-01", "2026-02-09"),
    stale: [OLD],
    assumed: [MEDICINE],
  });
  notes.add({
    ...NOTHING,
    empty: ["ca/b"],
    withoutEdition: withoutEdition("2026-01-05"),
    stale: [OLDER],
    assumed: [{ ...MEDICINE, lines: 3 }],
  });
  expect(notes.record()).toEqual({
    empty: ["ca/b"],
    withoutEdition: withoutEdition("2026-01-05", "2026-02-01", "2026-02-09"),
    stale: [OLDER],
    assumed: [{ ...MEDICINE, lines: 5 }],
  });
  expect(dataNotesTexts(notes.record())).toEqual([
    expect.stringContaining("ca/b has no rows"),
    expect.stringContaining("No edition of ca/c is loaded for 2026-01-05, 2026-02-01, 2026-02-09: lines of these days"),
    expect.stringContaining(`ca/a is of the edition of ${OLDER.edition}, up to 50 months`),
  ]);
});

test("of many days without an edition the first are named", () => {
  const days = ["01", "02", "03", "05", "07", "09", "11", "13", "15"].map((each) => `2026-03-${each}` as Day);
  expect(dataNotesTexts({ ...NOTHING, withoutEdition: [{ table: "ca/c", days }] })[0]).toContain(
    "for days from 2026-03-01 to 2026-03-03, 2026-03-05, 2026-03-07, 2026-03-09, 2026-03-11 and 2 more days up to 2026-03-15: lines of these days",
  );
});

test("a default that differs from line to line is told without its value", () => {
  const notes = new DataNotes();
  notes.add({ ...NOTHING, assumed: [MEDICINE, { ...MEDICINE, value: "Surgery" }] });
  const [assumed] = notes.record().assumed;
  expect(assumed).toEqual({ ...MEDICINE, value: null, lines: 4 });
  expect(assumedText(MEDICINE)).toBe("procedure_type Medicine (not sent: the most common)");
});

test("reasons that name something of each line fill no memory", () => {
  const notes = new DataNotes();
  for (let n = 0; n < 1_000; n += 1) notes.add({ ...NOTHING, assumed: [{ ...MEDICINE, reason: `${n}` }] });
  expect(notes.record().assumed).toHaveLength(100);
});
