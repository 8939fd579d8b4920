import { describe, expect, test } from "vitest";
import { ageDays, ageText, datasetStatus, statusText } from "../../src/cli/commands/status.ts";
import { type Day, parseIsoDay } from "../../src/core/calendar/day.ts";
import { commonTables } from "../../src/dataset/common-tables.ts";
import { importedAs, published } from "../../src/dataset/published.ts";
import { type Table, titleOf } from "../../src/dataset/table.ts";
import { states } from "../../src/states/index.ts";

describe("dataset status", () => {
  const EMPTY = { name: "x", version: "1", description: "", sources: [] } as unknown as Parameters<
    typeof datasetStatus
  >[1];
  const TODAY = parseIsoDay("2026-11-16") as NonNullable<ReturnType<typeof parseIsoDay>>;

  /** What is shown in the status of an empty dataset: `part: publication`, with what it fills. */
  function shownOf(code: string, description = EMPTY) {
    const [status] = datasetStatus(
      states.filter((state) => state.code === code),
      description,
      {},
    );
    return (status?.parts ?? []).flatMap(({ name, publications }) =>
      publications.map(({ importer, fills, editions }) => ({
        part: name,
        title: importer,
        fills,
        editions: editions.map(({ edition }) => edition),
      })),
    );
  }

  test.each(states.map(({ code }) => code))(
    "the status of %s shows every publication that feeds a table of it or of all states, as it is imported",
    (code) => {
      const state = states.find((each) => each.code === code);
      const tables = [...(state?.tables ?? []), ...commonTables] as readonly Table[];
      const titles = tables.map(titleOf);
      const own = published.filter(
        ({ group, tables: brought, fills }) =>
          ["federal", code].includes(group) && [...brought, ...fills].some((title) => titles.includes(title)),
      );
      const shown = new Set(shownOf(code).map(({ title }) => title));
      expect([...shown].sort()).toEqual([...new Set(own.flatMap((each) => importedAs(each, tables)))].sort());
    },
  );

  test("publications that only fill cells stand with the providers, and say what they fill", () => {
    const filling = shownOf("ny").filter(({ fills }) => fills.length > 0);
    expect(filling.map(({ part, title, fills }) => [part, title, ...fills])).toEqual([
      ["providers", "ny/certificates", "ny/providers"],
      ["providers", "ny/facilities", "ny/providers"],
    ]);
    const [status] = datasetStatus(
      states.filter(({ code }) => code === "ca"),
      EMPTY,
      {},
    );
    expect(statusText(status === undefined ? [] : [status], TODAY)).toMatch(
      /^ {2}federal\/cbsa .*\n.*\n.*\n {6}fills empty cells of ca\/providers$/m,
    );
  });

  test("editions of parameters and of words for codes are shown", () => {
    const source = (importer: string) => ({ importer, edition: "2026-01-01", file: "x.csv" });
    const description = {
      ...EMPTY,
      sources: ["ny/parameters", "ga/fee_schedule", "federal/hcpcs", "ny/routing"].map(source),
    };
    const taken = shownOf("ny", description as unknown as typeof EMPTY).filter(({ editions }) => editions.length > 0);
    expect(taken).toEqual([
      { part: "other tables", title: "ny/parameters", fills: [], editions: ["2026-01-01"] },
      { part: "other tables", title: "ny/routing", fills: [], editions: ["2026-01-01"] },
      { part: "words for codes", title: "federal/hcpcs", fills: [], editions: ["2026-01-01"] },
    ]);
  });

  test("tables that are not needed for a price are empty, not missing", () => {
    const [status] = datasetStatus(
      states.filter(({ code }) => code === "ga"),
      EMPTY,
      {},
    );
    const text = statusText(status === undefined ? [] : [status], TODAY);
    expect(text).toContain("Georgia outpatient: NOT LOADED\n");
    expect(text).toContain("Georgia words for codes: empty\n");
  });
});

describe("age", () => {
  const aged = (edition: string, today: string) => ageText(edition as Day, today as Day);

  test("an age is shown in days, from two months on in months, and from three years on in years", () => {
    expect(aged("2026-11-16", "2026-11-16")).toBe("0 days old");
    expect(aged("2026-11-15", "2026-11-16")).toBe("1 day old");
    expect(aged("2026-09-15", "2026-11-16")).toBe("62 days old");
    expect(aged("2026-09-14", "2026-11-16")).toBe("2 months old");
    expect(aged("2026-01-15", "2026-11-16")).toBe("10 months old");
    expect(aged("2026-01-17", "2026-11-16")).toBe("9 months old");
    // The last day of a shorter month completes one.
    expect(aged("2025-08-31", "2026-02-28")).toBe("6 months old");
    expect(aged("2023-11-17", "2026-11-16")).toBe("35 months old");
    expect(aged("2023-11-16", "2026-11-16")).toBe("3 years old");
  });

  test("an edition of a day to come is not in force yet", () => {
    expect(aged("2026-11-17", "2026-11-16")).toBe("not in force yet");
    expect(ageDays("2026-11-17" as Day, "2026-11-16" as Day)).toBe(-1);
  });
});
