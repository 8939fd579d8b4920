import { describe, expect, it } from "vitest";
import { openFile } from "../../../src/imports/sources/open.ts";
import { writeFixture } from "../support.ts";
import { cellsOf, refusalOf, rowsIn } from "./reading.ts";

describe("a text is refused, with the line and a remedy:", () => {
  it("NUL bytes", async () => {
    expect(await refusalOf("Code,Fee\n1,2\n3,\u00004\n")).toBe(
      "Failure: line 3 has NUL bytes in it, which no text has: the file is damaged, or no text; download it again, or open it in a spreadsheet program and save it as CSV (UTF-8)",
    );
    const path = writeFixture({ name: "fixed.txt", content: "01Coral\n02Ke\u0000lp\n" });
    await expect(rowsIn(path, true)).rejects.toThrow("line 2 has NUL bytes");
  });

  it("UTF-16, with its mark or without", async () => {
    const text = Buffer.from("Code,Fee\r\n99213,40.00\r\n", "utf16le");
    const swapped = Buffer.from(text).swap16();
    for (const bytes of [text, swapped, Buffer.concat([Buffer.from("fffe", "hex"), text])]) {
      expect(await refusalOf(bytes)).toContain("Failure: this is text in UTF-16, which cannot be read here; open it");
    }
  });

  it("lines that end in a carriage return alone", async () => {
    expect(await refusalOf("Code,Fee\r99213,40.00\r")).toContain("its lines end in a carriage return alone");
  });

  it("a quote at the start that nobody closes", async () => {
    expect(await refusalOf(`"Code,Fee\n${"1,2\n".repeat(100)}`)).toContain(
      "the file ends inside a quoted cell of line 1: a quote is opened there and never closed, or the file is cut off",
    );
    expect(await refusalOf(`"Code,Fee\n${"1,2\n".repeat(600_000)}`)).toContain(
      "line 1 goes on for more than 1048576 bytes",
    );
  });

  it("a line without end", async () => {
    expect(await refusalOf(`Code,Fee\n${"1".repeat(3_000_000)}`)).toContain(
      "line 2 goes on for more than 1048576 bytes",
    );
    const path = writeFixture({ name: "fixed.txt", content: "x".repeat(3_000_000) });
    await expect(rowsIn(path, true)).rejects.toThrow("line 1 is longer than 65536 bytes");
  });

  it("a row wider than any sheet, and a cell longer than any", async () => {
    expect(await cellsOf(`${"x,".repeat(16_383)}x`)).toHaveLength(1);
    expect(await refusalOf(`Code\n${"x,".repeat(16_384)}x`)).toContain("line 2 has more than 16384 cells");
    expect(await refusalOf(`Code\n"${"x\n".repeat(70_000)}"`)).toContain("line 2 has a cell of more than 131068 bytes");
  });
});

describe("a text", () => {
  it("of ten million empty lines has the rows between them", async () => {
    const bytes = Buffer.concat([Buffer.from("Code,Fee\n"), Buffer.alloc(10_000_000, "\n"), Buffer.from("1,2\n")]);
    const rows = await rowsIn(writeFixture({ name: "fees.csv", content: bytes }));
    expect(rows.map(({ number, cells }) => [number, cells])).toEqual([
      [1, ["Code", "Fee"]],
      [10_000_002, ["1", "2"]],
    ]);
  });

  it("tells how far it has been read, each time anew", async () => {
    const told: number[] = [];
    const path = writeFixture({ name: "fees.csv", content: "Code,Fee\n1,2\n" });
    const file = await openFile(path, (_, done, total) => told.push(done / total));
    const [list] = (await file.parts[0]?.lists(false)) ?? [];
    await list?.read(() => "more");
    await list?.read(() => "more");
    expect(told).toEqual([1, 1]);
  });
});
