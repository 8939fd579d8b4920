import { describe, expect, it } from "vitest";
import { cellsOf, refusalOf, rowsOf } from "./reading.ts";

const page = (body: string) => `<html><table>${body}`;

describe("a page", () => {
  it("is read table by table, with texts in one line and references to characters", async () => {
    const html =
      "<!-- saved --><!DOCTYPE html><table><tr><th>Code<br>of it</th><th>Fee</th></tr><tr></tr><tr><td> 1 </td><td>&lt;2&amp;3</td></tr></table><table><tr><td>x</td></tr></table>";
    expect(await rowsOf(html)).toEqual([
      { list: "table 1", number: 1, cells: ["Code of it", "Fee"] },
      { list: "table 1", number: 3, cells: ["1", "<2&3"] },
      { list: "table 2", number: 1, cells: ["x"] },
    ]);
  });

  it("has a spanning cell in each of its places, across empty rows too", async () => {
    const html = page("<tr><td rowspan=3>a<td colspan=2>b<td>c<tr><td>d<tr><td>e<tr><td>f");
    expect(await cellsOf(html)).toEqual([["a", "b", "b", "c"], ["a", "d"], ["a", "e"], ["f"]]);
  });

  it("may leave its tags open, and close others that were never open", async () => {
    expect(await cellsOf(page("<tr><td><b>1</i><td>2<tr><td>3</span>"))).toEqual([["1", "2"], ["3"]]);
  });

  it("has what is in tables of tables", async () => {
    const html = page("<tr><td><table><tr><td>inner</table><tr><td>outer</table>");
    expect(await rowsOf(html)).toMatchObject([
      { list: "table 1", cells: ["inner"] },
      { list: "table 2", cells: ["outer"] },
    ]);
  });

  it("is read in linear time whatever it opens and closes", async () => {
    // Looking through what is open at every closing tag would be a billion steps.
    expect(await cellsOf(page(`${"<b>".repeat(50_000)}${"</i>".repeat(50_000)}<tr><td>1`))).toEqual([["1"]]);
    expect(await refusalOf("<!---->".repeat(9_000))).toBe("it was taken, with 1 rows");
  });
});

describe("a page is refused, with a message of ours:", () => {
  it("cells that it makes by spanning", async () => {
    const wide = `<tr>${'<td colspan="200">x'.repeat(82)}`;
    expect(await refusalOf(page(wide))).toContain("more than 16384 cells; save the table as CSV");
    const reachingDown = '<tr><td colspan="200" rowspan="200">x'.repeat(100);
    expect(await refusalOf(page(reachingDown))).toContain("the page has more than 500000 cells");
    const many = `<tr>${'<td colspan="200">x'.repeat(80)}`.repeat(70);
    expect(await refusalOf(page(many))).toBe(
      "Failure: the page has more than 500000 cells, with those that span others; save its table as CSV and use that",
    );
  });

  it("tables without number, or within each other", async () => {
    expect(await refusalOf(page("</table><table>".repeat(10_001)))).toContain("more than 10000 tables");
    expect(await refusalOf(page("<table><tr><td>".repeat(50)))).toContain("tables within tables, more than 50 deep");
  });

  it("a cell of megabytes, or a page of many", async () => {
    expect(await refusalOf(page(`<tr><td>${"x&amp;".repeat(600_000)}`))).toContain("more than 1048576 characters");
    expect(await refusalOf(page(" ".repeat(32 * 1024 * 1024)))).toContain("the page has more than 33554432 bytes");
  });
});
