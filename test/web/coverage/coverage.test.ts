import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TableCoverage } from "../../../src/answers/coverage/schema.ts";
import { sharedTables } from "../../../src/dataset/medicare-tables.ts";
import { titleOf } from "../../../src/dataset/table.ts";
import { catalogueOf } from "../../../src/serve/http/catalogue.ts";
import { states } from "../../../src/states/index.ts";
import type { ReleaseSource } from "../../../web/src/api/ready.ts";
import { timelineOf } from "../../../web/src/coverage/timeline-chart.tsx";
import {
  editionText,
  missingText,
  newestText,
  publishedTexts,
  settingText,
  tablesText,
  unpublishedText,
} from "../../../web/src/coverage/words.ts";
import { learnWords } from "../../../web/src/words/names.ts";
import { keyWords, learnTables } from "../../../web/src/words/tables.ts";

function table(first_day: string | null, last_day: string | null): TableCoverage {
  return {
    table: "xx/rates",
    settings: [],
    rows: 1,
    built_in: false,
    first_day,
    last_day,
    rows_in_force: 1,
    publications: [],
    stale: false,
    synthetic: null,
  };
}

const PLACE = { left: 100, right: 204 };

describe("the periods of tables on a chart", () => {
  test("stand to one scale, with the last day counted in and room after the last of all", () => {
    // 100 days and 4 % of room over 104 pixels: a pixel is a day.
    const tables = [table("2026-01-01", "2026-04-11"), table("2026-01-11", "2026-01-20")];
    const { bars, day } = timelineOf(tables, "2026-02-10", PLACE);
    expect(bars.map(({ from, to, isOpen }) => ({ from, to, isOpen }))).toEqual([
      { from: 100, to: 201, isOpen: false },
      { from: 110, to: 120, isOpen: false },
    ]);
    expect(day).toBe(140);
  });

  test("go to the border where a row has no end, and leave out what has no days", () => {
    const { bars } = timelineOf([table("2026-01-01", null), table(null, null)], "2026-04-11", PLACE);
    expect(bars).toMatchObject([{ from: 100, to: 204, isOpen: true }]);
  });

  test("have the chosen day on the chart also where it is before or after all of them", () => {
    const tables = [table("2026-01-01", "2026-01-31")];
    expect(timelineOf(tables, "2025-12-01", PLACE).day).toBe(100);
    const after = timelineOf(tables, "2026-04-11", PLACE);
    expect(after.day).toBe(200);
    expect(after.bars[0]?.to).toBeCloseTo(131, 10);
  });

  test("name as many years as can stand beside each other", () => {
    const ofTenYears = (width: number) =>
      timelineOf([table("2016-01-01", null)], "2026-01-01", { left: 0, right: width }).years.map(({ year }) => year);
    expect(ofTenYears(1000)).toHaveLength(11);
    expect(ofTenYears(300)).toEqual(["2016", "2018", "2020", "2022", "2024", "2026"]);
    expect(ofTenYears(120)).toEqual(["2020", "2025"]);
  });

  test("of one day alone do not divide by nothing", () => {
    const { bars, day } = timelineOf([table("2026-01-01", "2026-01-01")], "2026-01-01", PLACE);
    expect(day).toBe(100);
    expect(bars[0]).toMatchObject({ from: 100, to: 204 });
  });
});

describe("words", () => {
  const EDITION = { publication: "xx/fees", newest: "2026-01-01", in_use: "2026-01-01", age_months: 10, stale: false };

  test("an edition has its month and its age, and a later one is said", () => {
    expect(editionText(EDITION)).toBe("publication of January 2026, 10 months old");
    expect(editionText({ ...EDITION, age_months: 1 })).toBe("publication of January 2026, 1 month old");
    expect(editionText({ ...EDITION, age_months: 0 })).toBe("publication of January 2026, less than a month old");
    expect(editionText({ ...EDITION, newest: "2026-07-01" })).toBe(
      "publication of January 2026, 10 months old; a later one is of July 2026",
    );
    expect(editionText({ ...EDITION, in_use: null, age_months: null })).toBe(
      "none yet on this day; the first one loaded is the publication of Jan 1, 2026",
    );
  });

  test("a kind of provider has the days of its newest publications, and the age of the oldest of them", () => {
    const kind = {
      setting: "outpatient",
      providers: "Hospitals",
      priced: true,
      newest_edition: "2026-01-01",
      oldest_edition: "2026-01-01",
      age_months: 10,
      synthetic: "none",
      tables: [],
    } as const;
    expect(newestText(kind)).toBe("Jan 1, 2026, 10 months old");
    expect(newestText({ ...kind, age_months: null })).toBe("Jan 1, 2026");
    expect(newestText({ ...kind, oldest_edition: "2023-03-15", age_months: 44 })).toBe(
      "Mar 15, 2023 (44 months old) and Jan 1, 2026",
    );
    const unknown = { ...kind, newest_edition: null, oldest_edition: null, age_months: null };
    expect(newestText(unknown)).toBe("none known by this day");
    expect(newestText({ ...unknown, synthetic: "all" })).toBe("none: made-up rates");
  });

  test("a key names the columns that are filled", () => {
    expect(keyWords({ code: "99213", modifier: null, place: "", minutes: 15 }, "xx/rates")).toBe(
      "code 99213, minutes 15",
    );
  });
});

describe("the sentences of every state", () => {
  beforeAll(() => {
    learnWords(catalogueOf(states));
    learnTables(catalogueOf(states));
  });
  afterAll(() => {
    learnWords({ states: [] });
    learnTables({ tables: {}, states: [] });
  });

  test("repeat no word and name nothing of a program", () => {
    const all = states.flatMap(({ providerKinds, lookups }) => [
      ...providerKinds.map(({ needs }) =>
        missingText({ tables: needs.map(({ table: of }) => ({ table: titleOf(of), effective_rows: 0 })) }),
      ),
      ...lookups.map((lookup) => tablesText(lookup.tables.map(titleOf))),
    ]);
    all.push(tablesText(sharedTables.map(titleOf)));
    expect(all.filter((text) => /\b(\w+) \1\b/i.test(text))).toEqual([]);
    expect(all.filter((text) => /_|undefined|xx\//.test(text))).toEqual([]);
  });

  test("say what is meant", () => {
    const fees = { table: "fl/fee_schedule", effective_rows: 0 };
    expect(missingText({ tables: [fees] })).toBe("nothing is effective in fee schedules");
    expect(missingText({ tables: [fees, { table: "fl/drg_weights", effective_rows: 0 }] })).toBe(
      "nothing is effective in fee schedules and DRG weights",
    );
    const setting = { setting: "outpatient", loaded: true, not_loaded_tables: [], stale_tables: [] };
    expect(settingText(setting)).toBe("Each of its tables has rows.");
    expect(settingText({ ...setting, not_loaded_tables: ["fl/drg_rates"] })).toBe("Some of its tables have no rows.");
    expect(settingText({ ...setting, loaded: false })).toBe("Not loaded: none of its tables has rows.");
  });
});

describe("the publications of a table that no import has dated", () => {
  const source = (publication: string, published: string | null, others: Partial<ReleaseSource> = {}) =>
    ({ table: "xx/rates", publication, published, edition: null, ...others }) as ReleaseSource;
  const textsOf = (...sources: readonly ReleaseSource[]) =>
    publishedTexts({ table: "xx/rates" }, sources, "2026-11-18");

  test("are those that its sources name, the newest first, as in the grid of provider types", () => {
    expect(
      textsOf(source("Weights", "2023-03-15"), source("Fees", "2026-01-01"), source("Fees", "2025-01-01")),
    ).toEqual(["Fees, Jan 1, 2026, 10 months old", "Weights, Mar 15, 2023, 44 months old"]);
    expect(textsOf(source("Fees", null), source("Old fees", "2026-12-01", { edition: "2026-11-18" }))).toEqual([
      "Old fees, Nov 18, 2026, less than a month old",
      "Fees, of a day that is not known",
    ]);
    expect(textsOf(source("Fees", "2026-11-19"))).toEqual(["Fees, Nov 19, 2026, after this day"]);
  });

  test("are none of other tables, and none of made-up rows", () => {
    expect(textsOf(source("Fees", "2026-01-01", { table: "yy/rates" }))).toEqual([]);
    expect(textsOf(source("Fees", "2026-01-01", { synthetic: true }))).toEqual([]);
    expect(unpublishedText({ synthetic: "all", rows: 3 }, [])).toBe("none: made-up rows");
    expect(unpublishedText({ synthetic: null, rows: 3 }, [])).toBe("not known");
    expect(unpublishedText({ synthetic: null, rows: 0 }, [])).toBe("no rows");
  });

  test("are not called unknown before the sources are loaded: the cell is empty", () => {
    expect(publishedTexts({ table: "xx/rates" }, null, "2026-11-18")).toEqual([]);
    expect(unpublishedText({ synthetic: "none", rows: 3 }, null).trim()).toBe("");
    expect(unpublishedText({ synthetic: "all", rows: 3 }, null)).toBe("none: made-up rows");
  });
});
