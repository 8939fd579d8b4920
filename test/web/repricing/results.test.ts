import { describe, expect, it } from "vitest";
import { DAY_BEFORE_MONTH } from "../../../src/reprice/values/days.ts";
import type { CatalogueState } from "../../../web/src/api/ready.ts";
import {
  filledUp,
  fillText,
  isOtherRelease,
  NO_LINES,
  owedLines,
  packetAddress,
  takebacksText,
  toggled,
} from "../../../web/src/repricing/appeal-packet.tsx";
import {
  creditsNotice,
  datesBeforePricing,
  datesNotice,
  firstNotice,
  providersNotice,
  shortFault,
} from "../../../web/src/repricing/first-notice.tsx";
import { phaseOf } from "../../../web/src/repricing/job-view.tsx";
import { addressOfLine } from "../../../web/src/repricing/largest-differences.tsx";
import {
  type Difference,
  filtered,
  filterText,
  listedText,
  notesOf,
  reasonText,
  variancesPath,
} from "../../../web/src/repricing/line-filter.ts";
import { missingWords } from "../../../web/src/repricing/missing-npis.tsx";
import { notOwedWords } from "../../../web/src/repricing/not-owed.ts";
import { fileWords, repricingWords } from "../../../web/src/repricing/problem-words.ts";
import { linesMessage, wordsOfNotCompared, wordsOfNotPriced } from "../../../web/src/repricing/reason-words.ts";
import { unreadTitle, unreadWords } from "../../../web/src/repricing/reasons.tsx";
import { byVariance, pointText, scatterOf } from "../../../web/src/repricing/scatter-chart.tsx";
import { columnsOf } from "../../../web/src/repricing/totals.tsx";
import type { Group, RepricingSummary } from "../../../web/src/repricing/use-job.ts";
import { groupText } from "../../../web/src/repricing/variance-chart.tsx";
import { divergingBars, hasCutBars, monthColumns } from "../../../web/src/repricing/variance-layout.ts";
import { figuresOf, legendOf } from "../../../web/src/repricing/verdict-figures.tsx";
import { statusText } from "../../../web/src/repricing/your-files.tsx";
import { plainWords } from "../../../web/src/words/names.ts";

const NONE = { lines: 0, amount: "0.00" };

function summary(changes: Partial<RepricingSummary>): RepricingSummary {
  return {
    lookups: 3,
    priced: 2,
    total: "48.00",
    not_priced: 0,
    faulty: 0,
    modifier_not_priced: NONE,
    ...changes,
  } as RepricingSummary;
}

const COMPARED: Partial<RepricingSummary> = {
  compared_with: { column: "Paid", meaning: "paid_amount" },
  compared: 2,
  underpaid: { lines: 2, amount: "36.00" },
  paid_nothing: NONE,
  overpaid: NONE,
  as_expected: NONE,
  not_compared: 0,
  paid_at_alternative: { above: NONE },
  taken_back: NONE,
  total_expected: "48.00",
  total_paid: "12.00",
  total_difference: "36.00",
};

it("Most payments below zero are said first, with what to choose", () => {
  const negative_payments = { column: "Ins Pmt", lines: 8, total: 9, are_credits: false };
  expect(creditsNotice({})).toBeNull();
  expect(creditsNotice({ negative_payments })).toEqual({
    title: "8 of 9 payments are negative. Does your system write payments as credits?",
    detail:
      'They count as takebacks, and nothing is compared with them. Send the file again, and choose "Paid as credit" for the column "Ins Pmt", if they are payments.',
  });
  expect(creditsNotice({ negative_payments: { ...negative_payments, are_credits: true } })?.title).toBe(
    "8 of 9 payments are above zero in a column that is read as credits.",
  );
});

describe("The figures of a file", () => {
  it("are in one list without anything that is zero", () => {
    const names = (changes: Partial<RepricingSummary>) => figuresOf(summary(changes)).map(({ name }) => name);
    expect(names(COMPARED)).toEqual(["+ Owed to us", "Variance"]);
    expect(names({ ...COMPARED, faulty: 1, not_priced: 4 })).toEqual([
      "+ Owed to us",
      "Variance",
      "Not priced",
      "Rejected",
    ]);
    expect(names({})).toEqual(["Expected"]);
    expect(names({ priced: 0, not_priced: 3 })).toEqual(["Not priced"]);
  });
});

it("The figures add up to the lines, and takebacks are a part of them", () => {
  const figures = figuresOf(
    summary({
      ...COMPARED,
      not_compared: 7,
      paid_at_alternative: { above: { lines: 3, amount: "117.57" } },
      not_priced: 4,
      faulty: 1,
      taken_back: { lines: 3, amount: "24.00" },
      // Of three lines that were not owed, one has no price: it is among those of `not_priced`.
      not_owed: [
        { code: "denied", words: "", lines: 3, priced: 2, meaning: "", remedy: "", paid: "0.00", expected: "0.00" },
      ],
    }),
  );
  const shown = Object.fromEntries(figures.map(({ name, figure, detail }) => [name, `${figure} ${detail}`]));
  // 2 + 3 + 2 + 3 + 3 + 1 are the fourteen lines of the file.
  expect(shown).toMatchObject({
    "+ Owed to us": "$36.00 2 lines",
    "Paid at another rate": "3 lines",
    "Not compared": "2 lines",
    "Not owed": "3 lines",
    "Not priced": "3 lines",
    Rejected: "1 line",
    Takebacks: "$24.00 3 lines among those not compared or not priced",
  });
  expect(figures.at(-1)?.name).toBe("Takebacks");
});

it("Payments that may have been taken back are a figure, since their lines are as expected", () => {
  const taken = { lines: 2, dollars: "48.00", overpaid_lines: 1, is_complete: true, in_words: "" };
  expect(figuresOf(summary({ ...COMPARED, paid_with_takebacks: taken })).at(-1)).toEqual({
    ...{ name: "Paid, may have been taken back", kind: "plain", figure: "$48.00" },
    detail: "2 lines with a takeback, not underpaid",
  });
});

it("Overpaid lines with a takeback are counted where the money may be asked back: it may be settled", () => {
  const detailOf = (overpaid_lines: number) => {
    const taken = { lines: 2, dollars: "48.00", overpaid_lines, is_complete: true, in_words: "" };
    const overpaid = { lines: 3, amount: "9.00" };
    return figuresOf(summary({ ...COMPARED, overpaid, paid_with_takebacks: taken })).find(
      ({ kind }) => kind === "asked-back",
    )?.detail;
  };
  expect([detailOf(0), detailOf(1)]).toEqual(["3 lines", "3 lines, 1 with a takeback in this file"]);
});

it("Rejected lines and those read in part are counted apart, and add up to the lines to correct", () => {
  expect(unreadTitle({ faulty: 5, doubtful: 2 })).toBe("Rejected lines, and lines read in part");
  expect(unreadWords({ faulty: 5, doubtful: 2 })).toBe(
    "5 lines were rejected: not readable as a claim, in no amount. 2 more lines were read in part: the units, an amount or a denial code cannot be read. Above, they count as not compared, not priced or compared, and not as rejected.",
  );
  expect(unreadWords({ faulty: 1, doubtful: 0 })).toBe("1 line was rejected: not readable as a claim, in no amount.");
  expect(unreadWords({ faulty: 0, doubtful: 1 })).toMatch(/^1 line was read in part: .* it counts as not compared, /);
});

it("The legend names what was compared", () => {
  expect(legendOf("allowed")).toBe(
    "+ owed to us: allowed below the rate. \u2212 may be asked back: allowed above the rate. Variance is expected minus allowed.",
  );
});

describe("What is said before the figures", () => {
  const NAMES: Readonly<Record<string, string>> = { ca: "California", fl: "Florida", ny: "New York" };
  const said = (changes: Partial<RepricingSummary>) =>
    firstNotice(summary(changes), "California", (code) => NAMES[code] ?? code)?.title ?? null;

  it("is that no provider is known, and where they would be found", () => {
    const elsewhere = [
      { state: "fl", found: 131 },
      { state: "ny", found: 2 },
    ];
    expect(said({ npis: { total: 148, found: 0, elsewhere: elsewhere.slice(0, 1), missing: [] } })).toBe(
      "None of the 148 NPIs is in the rates for California; at least 131 would be found under Florida.",
    );
    expect(said({ npis: { total: 148, found: 10, elsewhere, missing: [] } })).toBe(
      "Only 10 of the 148 NPIs are in the rates for California; at least 131 would be found under Florida and 2 under New York.",
    );
    expect(said({ npis: { total: 1, found: 0, elsewhere: [], missing: [] } })).toBe(
      "The NPI of this file is not in the rates for California.",
    );
    expect(said({ npis: { total: 148, found: 74, elsewhere: [], missing: [] } })).toBeNull();
  });

  it("says of a file with claims of several states which NPIs are of which, however few they are", () => {
    const npis = {
      ...{ total: 7, found: 4, elsewhere: [{ state: "fl", found: 2 }] },
      missing: ["1000800015", "1000800023"].map((npi) => ({ npi, lines: 3, states: ["fl"] })),
    };
    expect(missingWords(npis, "California", (code) => NAMES[code] ?? code)).toBe(
      "3 of 7 NPIs are not in the rates for California. Of the 2 with the most lines, 2 are providers of Florida: reprice their lines under Florida. The workbook lists all of them.",
    );
    const one = { ...npis, elsewhere: [{ state: "fl", found: 1 }] };
    expect(missingWords(one, "California", (code) => NAMES[code] ?? code)).toContain(
      "1 is a provider of Florida: reprice its lines under Florida.",
    );
  });

  it("says before pricing how many lines were looked at, where that is not all", () => {
    const title = (total: number, found: number) =>
      providersNotice({ total, found, elsewhere: [], lines: 5_000 }, "California", (code) => code)?.title;
    expect(title(148, 0)).toBe("None of the 148 NPIs of the first 5,000 lines is in the rates for California.");
    expect(title(1, 0)).toBe("The NPI of the first 5,000 lines is not in the rates for California.");
    expect(title(9, 4)).toBe("Only 4 of the 9 NPIs of the first 5,000 lines are in the rates for California.");
    expect(title(9, 5)).toBeUndefined();
  });

  it("is that dates may have the day first", () => {
    expect(datesNotice({ noted: { month_day_year: 4 } })).toBeNull();
    expect(datesNotice({ noted: { day_before_month: 1 } })?.title).toBe(
      "1 date cannot be month/day/year: the column may be day/month/year.",
    );
  });

  it("is that there are no claims, or no price at all", () => {
    expect(said({ lookups: 0, priced: 0 })).toBe("There are no claims in this file.");
    expect(said({ priced: 0 })).toBe("No line of this file has a price.");
    expect(said({})).toBeNull();
  });
});

describe("Dates with the day first", () => {
  const fault = `DOS "19/3/2026" is not valid: expected ${DAY_BEFORE_MONTH.expected}.`;

  it("are said once before anything is priced, and shortly at each line", () => {
    expect(datesBeforePricing([{ faults: [fault] }, { faults: [] }])).toMatchObject({
      title: "1 of the first 2 lines has a date that cannot be month/day/year: the column may be day/month/year.",
    });
    expect(datesBeforePricing([{ faults: ["Units are missing."] }])).toBeNull();
    expect(shortFault(fault)).toBe('DOS "19/3/2026" is not valid: expected month/day/year: there is no such month.');
  });
});

describe("The list of lines", () => {
  const line = (input_line: number, groups: readonly string[], paid = "10.00", difference = "14.00") =>
    ({ input_line, groups, paid, difference, expected_amount: "24.00", remarks: [] }) as unknown as Difference;
  const lines = [line(2, ["99213", "2026-09"]), line(3, ["99214", "2026-09"], "0.00", "24.00")];

  it("has only the lines of what is chosen in a chart", () => {
    const by = (place: number, key: string) => ({ kind: "group" as const, place, key, name: `Code: ${key}`, lines: 2 });
    expect(filtered(lines, null)).toEqual(lines);
    expect(filtered(lines, by(0, "99214"))).toEqual([lines[1]]);
    expect(filtered(lines, by(1, "2026-09"))).toEqual(lines);
    expect(filtered(lines, by(0, "2026-09"))).toEqual([]);
    const point = { kind: "point" as const, point: { expected: "24.00", paid: "10.00", lines: 1 } };
    expect(filtered(lines, point)).toEqual([lines[0]]);
    expect(filterText(point, "paid")).toBe("$10.00 paid, $24.00 expected");
    expect(filterText(point, "allowed")).toBe("$10.00 allowed, $24.00 expected");
  });

  it("says how many of the lines behind a bar it has", () => {
    const march = { kind: "group" as const, place: 1, key: "2026-03", name: "Month: Mar 2026", lines: 1_040 };
    expect(listedText(march, "paid", 1_040)).toBe("Only Month: Mar 2026: 1,040 lines.");
    expect(listedText(march, "paid", 19)).toBe("Only Month: Mar 2026: 19 of 1,040 lines. The workbook has all.");
    const point = { kind: "point" as const, point: { expected: "24.00", paid: "23.90", lines: 12 } };
    expect(listedText(point, "paid", 0)).toBe(
      "Only $23.90 paid, $24.00 expected: 0 of 12 lines. The others are within the tolerance.",
    );
  });

  it("is paged from the service by what the totals call a group, or by two amounts", () => {
    const of = { totals: [{ by: "code" }, { by: "month" }] } as unknown as RepricingSummary;
    const month = { kind: "group" as const, place: 1, key: "2026-03", name: "Month: Mar 2026", lines: 1_040 };
    const list = "/api/v1/reprice/ab/variances";
    expect(variancesPath({ id: "ab" }, of, null, 1)).toBe(`${list}?limit=50`);
    expect(variancesPath({ id: "ab" }, of, month, 3)).toBe(`${list}?by=month&key=2026-03&limit=50&offset=100`);
    const point = { kind: "point" as const, point: { expected: "24.00", paid: "10.00", lines: 1 } };
    expect(variancesPath({ id: "ab" }, of, point, 1)).toBe(`${list}?expected=24.00&paid=10.00&limit=50`);
  });

  it("says how a line compares, and leaves a limit of what is expected to the notes", () => {
    const capped = {
      paid: "35.50",
      difference: "457.50",
      remarks: ["Billed at $493.00, less than the rate comes to ($1994.02)."],
    };
    expect(reasonText({ ...capped, paid: "0.00" }, "paid")).toBe("Denied or zero-paid");
    expect(reasonText({ ...capped, paid: "0.00" }, "allowed")).toBe("Denied or zero-allowed");
    expect(reasonText({ ...capped, paid: "0.00", is_put_on_patient: true }, "paid")).toBe(
      "Paid nothing: put on the patient",
    );
    expect(reasonText(capped, "paid")).toBe("Paid below the rate");
    expect(notesOf(capped, "paid")).toEqual(capped.remarks);
    expect(reasonText({ ...capped, difference: "-4.00" }, "allowed")).toBe("Allowed above the rate");
    const remarks = [...capped.remarks, "No rate is published with ZZ: priced without."];
    expect(reasonText({ ...capped, remarks }, "paid")).toBe(
      "Paid below the rate. No rate is published with ZZ: priced without.",
    );
    expect(notesOf({ ...capped, remarks }, "paid")).toEqual(capped.remarks);
  });
});

describe("Charts", () => {
  const group = (key: string, under: string, over: string, label?: string): Group => ({
    key,
    ...(label === undefined ? {} : { label }),
    lines: 2,
    not_priced: 0,
    expected: "0.00",
    modifier_not_priced: NONE,
    underpaid: { lines: 1, amount: under },
    overpaid: { lines: 1, amount: over },
  });

  it("name the figure of a mark, with the name of a provider and of a month", () => {
    expect(groupText("provider", group("1000100010", "5.00", "0.00", "Golden Poppy"))).toBe(
      "Golden Poppy (1000100010): $5.00 owed to us, 2 lines with a variance",
    );
    expect(groupText("month", group("2026-09", "0.00", "1250.00"))).toBe(
      "Sep 2026: $1,250.00 may be asked back, 2 lines with a variance",
    );
    expect(groupText("code", group("99213", "0.00", "0.00", "Visit"))).toBe("99213 Visit: as expected");
  });

  it("have months as columns from left to right, on one scale for both sides", () => {
    const { columns, zero, height } = monthColumns(
      [group("2026-08", "10.00", "0.00"), group("2026-09", "0.00", "5.00")],
      600,
    );
    const [first, second] = columns;
    expect([first?.name, second?.name]).toEqual(["Aug 2026", "Sep 2026"]);
    expect(second?.x).toBeGreaterThan(first?.x ?? 0);
    expect(second?.over).toBeCloseTo((first?.under ?? 0) / 2);
    expect(zero - (first?.under ?? 0)).toBeGreaterThan(0);
    expect(zero + (second?.over ?? 0)).toBeLessThan(height);
  });

  it("leave a few that are far larger than all others out of the scale, and draw those to its edge", () => {
    const codes = ["10.00", "20.00", "15.00", "5000.00"].map((amount) => group(amount, amount, "0.00"));
    expect([hasCutBars(codes), hasCutBars(codes.slice(0, 3))]).toEqual([true, false]);
    // 80.00 is far from 15.00 too, and nearer to it than to 5000.00.
    const middle = divergingBars("code", [...codes, group("80.00", "80.00", "0.00")], 900);
    expect(middle.bars.map(({ isUnderCut }) => isUnderCut)).toEqual([false, false, false, true, false]);
    const lengths = (isWhole: boolean) =>
      divergingBars("code", codes, 900, isWhole).bars.map(({ under, isUnderCut }) => [Math.round(under), isUnderCut]);
    const [, second, , cut] = lengths(false);
    // To scale from zero, and the one beyond it is longer than all.
    const [ten, twenty] = divergingBars("code", codes, 900).bars;
    expect(ten?.under).toBeCloseTo((twenty?.under ?? 0) / 2);
    expect([second?.[1], cut?.[1], Number(cut?.[0]) > Number(second?.[0])]).toEqual([false, true, true]);
    expect(lengths(true)[1]).toEqual([Math.round((Number(cut?.[0]) * 20) / 5000), false]);

    const points = ["23.00", "22.00", "21.00", "1250.00"].map((paid) => ({ expected: "24.00", paid, lines: 1 }));
    const { isCut, dots, diagonal } = scatterOf(points, 600);
    expect([isCut, dots.map(({ beyond }) => beyond?.figure ?? null)]).toEqual([true, [null, null, null, "$1,250.00"]]);
    expect(dots[3]?.y).toBeLessThan(diagonal[1][1]);
    expect(dots[3]?.kind).toBe("asked-back");
    const whole = scatterOf(points, 600, true);
    expect([whole.isCut, whole.dots[3]?.beyond]).toEqual([false, null]);
  });

  it("have figures beyond the scale that are on no line of it, and on no other figure", () => {
    const usual = Array.from({ length: 600 }, (_, place) => ({
      expected: "24.00",
      paid: `${place % 24}.00`,
      lines: 1,
    }));
    const far = ["1250.00", "1300.00", "1400.00"].map((paid) => ({ expected: "24.00", paid, lines: 1 }));
    const right = [5, 6, 14].map((paid) => ({ expected: "1500.00", paid: paid.toFixed(2), lines: 1 }));
    const { dots, ticks } = scatterOf([...usual, ...far, ...right], 600);
    const found = dots.flatMap(({ beyond, x }) => (beyond === null ? [] : [{ x, y: beyond.y }]));
    expect(found).toHaveLength(6);
    for (const [place, { x, y }] of found.entries()) {
      expect(ticks.filter((tick) => tick.y > y - 15 && tick.y < y + 4)).toEqual([]);
      const others = found.slice(place + 1).filter((each) => Math.abs(each.x - x) < 130 && Math.abs(each.y - y) < 15);
      expect(others).toEqual([]);
    }
  });

  it("place equal amounts on the diagonal, what is owed below it and what may be asked back above it", () => {
    const points = [
      { expected: "24.00", paid: "24.00", lines: 3 },
      { expected: "24.00", paid: "10.00", lines: 1 },
      { expected: "24.00", paid: "80.00", lines: 1 },
    ];
    const { dots, diagonal } = scatterOf(points, 600);
    const [[x1, y1], [x2, y2]] = diagonal;
    const onDiagonal = (x: number) => y1 + ((x - x1) / (x2 - x1)) * (y2 - y1);
    expect(dots[0]?.y).toBeCloseTo(onDiagonal(dots[0]?.x ?? 0));
    expect(dots[1]?.y).toBeGreaterThan(onDiagonal(dots[1]?.x ?? 0));
    expect(dots[2]?.y).toBeLessThan(onDiagonal(dots[2]?.x ?? 0));
    expect(dots.map(({ kind }) => kind)).toEqual(["equal", "owed", "asked-back"]);
    const areas = scatterOf(
      [1, 2, 4].map((lines) => ({ ...(points[0] as (typeof points)[number]), lines })),
      600,
    ).dots.map(({ radius }) => radius ** 2);
    expect(areas.map((area) => area / (areas[0] ?? 0))).toEqual([1, 2, 4].map((lines) => expect.closeTo(lines)));
    expect(byVariance(points).map(({ paid }) => paid)).toEqual(["80.00", "10.00", "24.00"]);
    expect(pointText(points[1] as (typeof points)[number], "allowed")).toBe(
      "1 line: $10.00 allowed, $24.00 expected, owed to us",
    );
  });
});

it("Texts of the service have their dollars in groups of three digits", () => {
  expect(plainWords("base_rate $12345.67 x 0.5 = $6172.84, $999.00, $1,994.02")).toBe(
    "base rate $12,345.67 x 0.5 = $6,172.84, $999.00, $1,994.02",
  );
});

describe("Reasons", () => {
  it("name the column to add", () => {
    const reason = { code: "missing_information", meaning: "m", remedy: "r", lookups: 122, messages: [] } as const;
    expect(wordsOfNotPriced(reason, ["anesthesia_minutes"])).toEqual({
      what: "no anesthesia minutes",
      remedy: 'Add a column "Anesthesia minutes" to the file, and reprice it.',
    });
    expect(wordsOfNotPriced({ ...reason, code: "by_report" }, []).what).toMatch(/^by report/);
    const compared = { code: "nothing_paid", meaning: "m", remedy: "r", lines: 1, examples: [] } as const;
    expect(wordsOfNotCompared(compared, "Actual Pmt").what).toBe("nothing in the column Actual Pmt");
  });

  it("of the service are in the page's words, without paths and placeholders of the API", () => {
    expect(linesMessage("No Florida provider matches npi .... Check the identifier or use /fl/providers/search.")).toBe(
      "No Florida provider matches the NPI. Check the identifier.",
    );
    expect(linesMessage("Priced by EAPG, not by HCPCS: send the EAPG code with billing_code_type EAPG.")).toBe(
      'Priced by EAPG, not by HCPCS: put the EAPG into a column with the heading "EAPG".',
    );
    expect(linesMessage("HCPCS code ... has no weight; send the APG number instead.")).toBe(
      'HCPCS code [\u2026] has no weight; put the APG into a column with the heading "APG".',
    );
    expect(linesMessage("The APG region of ... is not known; send service_region.")).toBe(
      'The APG region of [\u2026] is not known; add a column "Service region".',
    );
  });

  it("of a newer service are shown as it says them, without names of parameters", () => {
    const reason = {
      code: "new",
      meaning: "No date_of_service.",
      remedy: "Add it.",
      lookups: 1,
      messages: [],
    } as never;
    expect(wordsOfNotPriced(reason, [])).toEqual({ what: "No date of service.", remedy: "Add it." });
    const compared = { code: "new", meaning: "No npi.", remedy: "Add it.", lines: 1, examples: [] } as never;
    expect(wordsOfNotCompared(compared, "Paid")).toEqual({ what: "No NPI.", remedy: "Add it." });
  });
});

it("The table of totals adds up across a row: expected of the compared lines minus paid is the variance", () => {
  const group = { key: "99213", lines: 3, not_priced: 0, expected: "72.00", modifier_not_priced: NONE };
  const compared: Group = { ...group, compared: 2, paid: "44.00", difference: "4.00" };
  const row = (word: "paid" | null) =>
    Object.fromEntries(columnsOf("code", [compared], word).map(({ title, value }) => [title, value(compared)]));
  expect(row("paid")).toMatchObject({
    "Expected, all lines": "72.00",
    "Expected of compared": "48.00",
    "Paid of compared": "44.00",
    Variance: "4.00",
  });
  expect(row(null)).toMatchObject({ Expected: "72.00" });
  expect(row(null)).not.toHaveProperty("Expected of compared");
});

it("says what is done before the first line is priced and after the last: neither has a line to count", () => {
  const at = (lines_done: number, bytes_done: number) => phaseOf({ lines_done, bytes_done, bytes_total: 100 });
  expect(at(0, 0)?.what).toBe("Reading the file");
  expect(at(0, 0)?.detail).toContain("searched for takebacks before its lines are priced");
  expect([at(1, 1), at(9, 99)]).toEqual([null, null]);
  expect(at(10, 100)).toEqual({ what: "Making the report", detail: "10 lines done. They are added up and listed." });
});

describe("The lines of an appeal packet", () => {
  const fifty = filledUp(
    NO_LINES,
    Array.from({ length: 80 }, (_, place) => place + 2),
  );

  it("are chosen and no longer chosen, up to fifty", () => {
    expect([...toggled(toggled(NO_LINES, 7), 3)]).toEqual([7, 3]);
    expect([...toggled(new Set([7, 3]), 7)]).toEqual([3]);
    expect(fifty.size).toBe(50);
    expect(toggled(fifty, 99)).toBe(fifty);
    expect(toggled(fifty, 2).size).toBe(49);
    expect([...filledUp(new Set([9]), [2, 9, 4])]).toEqual([9, 2, 4]);
  });

  it("are filled up with lines owed to us, without those that were paid nothing, and the button says so", () => {
    const lines = [
      { input_line: 2, difference: "4.00", paid: "20.00", has_takeback: false },
      { input_line: 3, difference: "24.00", paid: "0.00", has_takeback: true, is_put_on_patient: true },
      { input_line: 7, difference: "24.00", paid: "0.00", has_takeback: false },
      { input_line: 4, difference: "-6.50", paid: "30.50", has_takeback: false },
      { input_line: 5, difference: "23.50", paid: "0.50", has_takeback: false },
      { input_line: 6, difference: "14.00", paid: "10.00", has_takeback: true },
    ];
    const all = lines.map((line) => ({ is_put_on_patient: false, ...line }));
    expect(owedLines(all)).toEqual({ lines: [2, 5], zeroPaid: 2, onPatient: 1, withTakeback: 1 });
    const text = (more: number, isBegun: boolean, zeroPaid: number, withTakeback: number, word: "paid" | "allowed") =>
      fillText(more, isBegun, { zeroPaid, onPatient: 0, withTakeback }, word);
    expect(fillText(2, false, { zeroPaid: 2, onPatient: 1, withTakeback: 0 }, "paid")).toBe(
      "Choose 2 lines owed to us, without 2 lines that were paid nothing (1 put on the patient)",
    );
    expect(text(2, false, 1, 0, "paid")).toBe("Choose 2 lines owed to us, without 1 line that was paid nothing");
    expect(text(1, true, 3, 2, "allowed")).toBe(
      "Choose 1 more line owed to us, without 3 lines that were allowed nothing and 2 lines with a takeback",
    );
    expect(text(4, false, 0, 1, "paid")).toBe("Choose 4 lines owed to us, without 1 line with a takeback");
    expect(text(1, true, 0, 0, "paid")).toBe("Choose 1 more line owed to us");
  });

  it("may have been paid again after a takeback, which is said where the file has takebacks", () => {
    const found = { lines: 1, dollars: "14.00", is_complete: true, in_words: "1 underpaid line has a takeback." };
    const none = { lines: 0, amount: "0.00" };
    const nothing = { lines: 0, dollars: "0.00", is_complete: true, in_words: "No underpaid line has a takeback." };
    expect(takebacksText({ taken_back: none, underpaid_with_takebacks: nothing })).toBeNull();
    // Reversals without an amount, and rows that may be takebacks and cannot be read, are in no sum.
    expect(takebacksText({ taken_back: none, underpaid_with_takebacks: found })).toBe(found.in_words);
    const unread = { ...nothing, is_complete: false, in_words: "1 further row may be a takeback." };
    expect(takebacksText({ taken_back: none, underpaid_with_takebacks: unread })).toBe(unread.in_words);
    expect(takebacksText({ taken_back: { lines: 1, amount: "10.00" }, underpaid_with_takebacks: found })).toBe(
      "1 underpaid line has a takeback.",
    );
    // A remittance matches its reversals itself.
    expect(takebacksText({ taken_back: { lines: 1, amount: "10.00" } })).toBeNull();
  });

  it("are in the address in the order of the file", () => {
    expect(packetAddress("ab", new Set([44, 8, 13]))).toBe("/api/v1/reprice/ab/explanations?lines=8,13,44");
  });

  it("cannot be explained with other rates than those of the file", () => {
    const release = (content_hash: string) => ({ content_hash }) as never;
    expect(isOtherRelease({ release: release("a") }, release("b"))).toBe(true);
    expect(isOtherRelease({ release: release("a") }, release("a"))).toBe(false);
    expect(isOtherRelease({ release: release("a") }, null)).toBe(false);
  });
});

describe("Problems", () => {
  const problem = { status: 400, code: "invalid_file", title: "t", detail: "the file: this is a ZIP; unpack it" };

  it("are in the reader's words by their code", () => {
    expect(repricingWords({ ...problem, code: "too_many_jobs" }).detail).toContain("Your files");
    expect(repricingWords(problem).detail).toBe("This is a ZIP; unpack it");
    expect(fileWords("Split it, or reprice it with the command.")).toBe("Split it.");
    expect(fileWords("the ZIP is cut off (End of central directory not found.); download it again.")).toBe(
      "The ZIP is cut off; download it again.",
    );
    expect(fileWords("There is no column billing_code")).toBe("There is no column billing code");
  });

  it("say at a field what to enter, without the API's name of the field", () => {
    const message = 'tolerance "much" is not valid: expected dollars such as 0.50.';
    const errors = [{ field: "tolerance", code: "invalid_parameter", message }] as const;
    expect(repricingWords({ ...problem, errors }).errors?.[0]?.message).toBe(
      'Tolerance: "much" cannot be used. Enter dollars such as 0.50.',
    );
  });
});

it("a file that is not done says how far it is in place of its lines", () => {
  expect(statusText({ status: "done", lines_done: 3 })).toBeNull();
  expect(statusText({ status: "running", lines_done: 1 })).toBe("1 line so far");
  expect(statusText({ status: "queued", lines_done: 0 })).toBe("Waiting");
  expect(statusText({ status: "failed", lines_done: 0 })).toBe("Not repriced");
});

describe("What was not owed", () => {
  const reason = (
    code: "denied" | "covered_by_plan" | "other_setting",
    words: string,
    lines: number,
    priced: number,
  ) => ({
    ...{ code, words, lines, priced, meaning: "", remedy: "", paid: "0.00", expected: "0.00" },
  });
  const not_owed = [reason("covered_by_plan", "covered by a plan", 1_024, 1_000), reason("denied", "denied", 1, 1)];

  it("is said with every reason and its lines, the claims of another setting left out", () => {
    expect(notOwedWords(summary({ not_owed: [...not_owed, reason("other_setting", "other setting", 5, 0)] }))).toBe(
      "1,025 lines were not owed by Medicaid: covered by a plan (1,024), denied (1). They are not compared, and in no other amount.",
    );
    expect(notOwedWords(summary({ not_owed: [reason("other_setting", "other setting", 5, 0)] }))).toBeNull();
    expect(notOwedWords(summary({}))).toBeNull();
  });

  it("is no part of the lines that are not compared", () => {
    const figures = (changes: Partial<RepricingSummary>) =>
      figuresOf(summary({ ...COMPARED, not_compared: 1_003, ...changes })).map(({ name, figure }) => [name, figure]);
    expect(figures({ not_owed })).toContainEqual(["Not compared", "2"]);
    expect(figures({ not_owed })).toContainEqual(["Not owed", "1,025"]);
    expect(figures({})).toContainEqual(["Not compared", "1,003"]);
  });
});

describe("The lookup behind a line", () => {
  const states = [{ code: "ca", settings: [{ setting: "outpatient" }] }] as unknown as readonly CatalogueState[];
  const lookup = { billing_code: "99213", npi: "1000700140" };
  const partsOf = (line: Partial<Parameters<typeof addressOfLine>[0]>) =>
    addressOfLine(
      { lookup, units: null, billed: null, is_billed_below_rate: false, ...line },
      { state: "ca", setting: "outpatient" },
      states,
    ).replace("/?state=ca&setting=outpatient&billing_code=99213&npi=1000700140", "");

  it("has the units of the line, so that its price is that of the line", () => {
    expect(partsOf({ units: "2" })).toBe("&units=2");
    expect(partsOf({ units: "0.5" })).toBe("&units=0.5");
    expect(partsOf({ units: "1" })).toBe("");
    expect(partsOf({})).toBe("");
  });

  it("has what was billed, if that is below the rate", () => {
    expect(partsOf({ units: "2", billed: "40.00", is_billed_below_rate: true })).toBe("&units=2&billed=40.00");
    // As much as the rate comes to limits nothing.
    expect(partsOf({ units: "2", billed: "48.00", is_billed_below_rate: false })).toBe("&units=2");
    expect(partsOf({})).toBe("");
  });
});
