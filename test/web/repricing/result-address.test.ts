import { describe, expect, it } from "vitest";
import { columnName } from "../../../web/src/parts/data-table.tsx";
import { addressOfResult, resultIn, sortableColumns } from "../../../web/src/repricing/result-address.ts";
import type { RepricingSummary } from "../../../web/src/repricing/use-job.ts";

/** A file with so many lines with a variance; a short list of them is in its summary. */
function summaryOf(lines: number, listed: readonly { readonly groups: readonly string[] }[] = []) {
  const group = (key: string, of: number) => ({ key, underpaid: { lines: of, amount: "1.00" } });
  return {
    totals: [
      { by: "code", groups: [group("99213", 120), group("99214", lines - 120)] },
      { by: "Plan", groups: [group("Blue & Co", lines)] },
    ],
    points: [{ expected: "24.00", paid: "10.00", lines: 2 }],
    underpaid: { lines, amount: "1.00" },
    overpaid: { lines: 0, amount: "0.00" },
    largest_differences: listed,
    compared_with: { column: "Pmt", meaning: "paid_amount" },
  } as unknown as RepricingSummary;
}

const LONG = summaryOf(900);

function read(address: string, summary = LONG) {
  return resultIn(new URLSearchParams(address), summary);
}

describe("The address of a repriced file", () => {
  it("shows the first chart and the first page of all lines, where it says nothing else", () => {
    expect(read("job=ab")).toEqual({
      shown: { chart: "code", filter: null, list: { sort: null, page: 1 } },
      notUnderstood: [],
    });
    expect(addressOfResult("ab", read("job=ab").shown, LONG)).toBe("/reprice?job=ab");
  });

  it.each([
    "by=Plan",
    "by=scatter",
    "only_by=code&only=99213",
    "by=Plan&only_by=code&only=99213&sort=-variance&page=3",
    "only_by=Plan&only=Blue+%26+Co&page=18",
    "paid=10.00&expected=24.00&sort=payers-claim",
  ])("opens the same view again: %s", (parts) => {
    const { shown, notUnderstood } = read(`job=ab&${parts}`);
    expect(notUnderstood).toEqual([]);
    expect(addressOfResult("ab", shown, LONG)).toBe(`/reprice?job=ab&${parts}`);
  });

  it.each([
    ["by=payer", "“payer” is not one of the charts"],
    ["only_by=payer&only=x", "“payer” is not one of the charts"],
    ["only_by=code&only=00000", "Code “00000” is not in the chart"],
    ["only=99213", "Group “99213” is given without its chart"],
    ["only_by=code", "Chart “Code” is given without a group"],
    ["only_by=payer", "“payer” is not one of the charts"],
    ["paid=10.00", "Lines are chosen by two amounts, and “10.00” is given alone"],
    ["expected=24.00", "Lines are chosen by two amounts, and “24.00” is given alone"],
    ["paid=1e999&expected=24.00", "No line has the amounts “1e999” and “24.00”"],
    [
      "only_by=code&only=99213&paid=10.00&expected=24.00",
      "Lines are chosen by a group or by their amounts, not by both",
    ],
    ["sort=color", "“color” is not a column of the list"],
    ["sort=allowed", "“allowed” is not a column of the list"],
    ["page=0", "“0” is not a page of the list"],
    ["page=1e9", "“1e9” is not a page of the list"],
    ["page=-1", "“-1” is not a page of the list"],
    ["page=19", "Page 19 is beyond the list, which has 18 pages"],
    ["only_by=code&only=99213&page=4", "Page 4 is beyond the list, which has 3 pages"],
    ["colour=red", "“colour” is not a part of this view"],
    ["page=1&page=2", "Page is given twice"],
    ["only_by=code&only_by=Plan&only=99213", "Chart of the group is given twice"],
    ["toString=1", "“toString” is not a part of this view"],
  ])("says what of it is not understood: %s", (parts, fault) => {
    expect(read(`job=ab&${parts}`).notUnderstood).toEqual([fault]);
  });

  it("counts the pages of a short list by the lines that it has", () => {
    const short = summaryOf(
      130,
      Array.from({ length: 130 }, (_, place) => ({ groups: [place < 60 ? "99213" : "99214", "Blue & Co"] })),
    );
    expect(read("page=3", short).notUnderstood).toEqual([]);
    expect(read("page=2&only_by=code&only=99213", short).notUnderstood).toEqual([]);
    expect(read("page=3&only_by=code&only=99213", short).notUnderstood).toEqual([
      "Page 3 is beyond the list, which has 2 pages",
    ]);
  });

  it("has no more pages than the service lists", () => {
    // 100,000 of 250,000 lines are listed, 50 on a page.
    const huge = summaryOf(250_000);
    expect(read("page=2000", huge).notUnderstood).toEqual([]);
    const beyond = ["Page 2001 is beyond the list, which has 2,000 pages"];
    expect(read("page=2001", huge).notUnderstood).toEqual(beyond);
    expect(read("only_by=Plan&only=Blue+%26+Co&page=2001", huge).notUnderstood).toEqual(beyond);
  });

  it("names the columns of the list in small letters", () => {
    expect(columnName("Payer's claim")).toBe("payers-claim");
    expect(sortableColumns(LONG)).toEqual(
      "claim payers-claim line provider code billed paid expected variance reason".split(" "),
    );
  });

  it("sorts a short list by the columns that its lines fill", () => {
    const line = { groups: ["99213", "Blue & Co"], claim: null, payer_claim: null, billed: "40.00" };
    const short = summaryOf(1, [line]);
    expect(read("sort=billed", short).notUnderstood).toEqual([]);
    expect(read("sort=claim", short).notUnderstood).toEqual(["“claim” is not a column of the list"]);
  });
});
