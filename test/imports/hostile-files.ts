import { csv, xlsx, zip } from "./fixtures.ts";
import { containerOf, streamIn, xls } from "./legacy-workbook.ts";
import { rawWorkbook, SHEET_PATH, sheetOf, workbookWithSheets } from "./raw-workbook.ts";

interface HostileFile {
  /** What is wrong with it. */
  readonly name: string;
  readonly bytes: Buffer;
}

/** A number of at least 0 and below 1. */
type Random = () => number;

const TABLE = [
  ["Code", "Mod", "Fee"],
  ["99213", "", "40.00"],
  ["G0480", "26", "1,234.50"],
];
const PAGE = `<!DOCTYPE html><html><table><tr>${TABLE.map((row) => row.map((cell) => `<td rowspan="2">${cell}</td>`).join("")).join("</tr><tr>")}</tr></table></html>`;
const SHEET = `<worksheet><sheetData>${TABLE.map((row, at) => `<row r="${at + 1}">${row.map((cell, column) => `<c r="${"ABC"[column]}${at + 1}" t="inlineStr"><is><t>${cell}</t></is></c>`).join("")}</row>`).join("")}</sheetData></worksheet>`;
const OLD_WORKBOOK = xls({ Fees: [...TABLE, [46_053.5, 1 / 3, true]], Other: [["x"]] });
const SHARED_TEXTS = "<sst><si><t>Code</t></si><si><r><t>Fee</t></r></si></sst>";
const STYLES = '<styleSheet><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>';
const SHARING = '<row r="1"><c r="A1" t="s"><v>1</v></c><c r="B1" s="0"><v>46053</v></c></row>';

/** Small files that were made to break an importer, and then, without end, honest ones that were changed at random. */
export function* hostileFiles(random: Random): Iterable<HostileFile> {
  for (const [name, bytes] of Object.entries(madeUp())) yield { name, bytes: Buffer.from(bytes) };
  for (let number = 1; ; number += 1) yield changedFile(random, number);
}

function madeUp(): Readonly<Record<string, string | Buffer>> {
  return {
    "a cell at the far end": sheetOf('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'),
    "a cell beyond it": sheetOf('<row r="1048577"><c r="XFE1048577"><v>1</v></c></row>'),
    "a cell that is a bomb": sheetOf(`<row r="1"><c r="A1" t="str"><v>${"A".repeat(500_000)}</v></c></row>`),
    "rows without cells": sheetOf("<row/>".repeat(20_000)),
    "elements in elements": sheetOf("<x>".repeat(1_000)),
    "an attribute without end": sheetOf(`<row a="${"x".repeat(1_500_000)}"/>`),
    "entities of entities": rawWorkbook({ [SHEET_PATH]: `<!DOCTYPE a [<!ENTITY b "${"&c;".repeat(99)}">]>${SHEET}` }),
    "a format of brackets": sheetOf(SHARING, {
      "xl/styles.xml": `<styleSheet><numFmt numFmtId="200" formatCode="${"[".repeat(500_000)}"/></styleSheet>`,
    }),
    "sheets without number": workbookWithSheets(5_000),
    "spans of spans": PAGE + '<table><tr><td colspan="999" rowspan="999">'.repeat(40),
    "spanning rows": `<html><table>${'<tr><td colspan="200" rowspan="200">x'.repeat(500)}`,
    "tables in tables": `<html>${"<table><tr><td>".repeat(1_000)}`,
    "tags that are never closed": `<html><table>${"<b>".repeat(20_000)}${"</i>".repeat(20_000)}`,
    "comments before nothing": "<!---->".repeat(9_000),
    "a quote that is never closed": `"${csv(...TABLE).repeat(30_000)}`,
    "a line without end": "9".repeat(1_500_000),
    "empty lines": "\n".repeat(200_000),
    "commas alone": ",".repeat(100_000),
    "zeros alone": Buffer.alloc(100_000),
    "two bytes for each character": Buffer.from(csv(...TABLE), "utf16le"),
    "half a character": Buffer.from([...Buffer.from(csv(...TABLE)), 0xe2, 0x82]),
    "a way out of the folder": zip({ "../../fees.csv": csv(...TABLE) }),
    "an old workbook without anything": Buffer.concat([OLD_WORKBOOK.subarray(0, 8), Buffer.alloc(100_000)]),
    "an old workbook of nothing but chains": Buffer.concat([OLD_WORKBOOK.subarray(0, 512), Buffer.alloc(500_000)]),
    "an old workbook of one record without end": containerOf({
      Workbook: Buffer.concat([streamIn(OLD_WORKBOOK), Buffer.from("3c000000".repeat(20_000), "hex")]),
    }),
    "a workbook that is a page": rawWorkbook({ [SHEET_PATH]: PAGE }),
  };
}

type Change = (bytes: Buffer, random: Random) => Buffer;

const CHANGES: Readonly<Record<string, Change>> = {
  "bits flipped": (bytes, random) => {
    for (let count = below(8, random) + 1; count > 0; count -= 1) {
      const at = below(bytes.length, random);
      bytes[at] = (bytes[at] as number) ^ (1 << below(8, random));
    }
    return bytes;
  },
  "bytes changed": (bytes, random) => {
    for (let count = below(8, random) + 1; count > 0; count -= 1)
      bytes[below(bytes.length, random)] = below(256, random);
    return bytes;
  },
  "cut off": (bytes, random) => bytes.subarray(0, below(bytes.length, random)),
  "without its beginning": (bytes, random) => bytes.subarray(below(bytes.length, random)),
  "a piece missing": (bytes, random) => {
    const [from, to] = piece(bytes, random);
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
  },
  "a piece repeated": (bytes, random) => {
    const [from, to] = piece(bytes, random);
    const times = below(50, random) + 1;
    return Buffer.concat([bytes.subarray(0, to), ...Array(times).fill(bytes.subarray(from, to)), bytes.subarray(to)]);
  },
  "a piece of zeros": (bytes, random) => bytes.fill(0, ...piece(bytes, random)),
  "a number that lies": (bytes, random) => {
    if (bytes.length < 4) return bytes;
    const lie = [0, 1, 0x7fffffff, 0xffffffff, below(2 ** 32, random)][below(5, random)] as number;
    bytes.writeUInt32LE(lie, below(bytes.length - 3, random));
    return bytes;
  },
};

/** What a file is packed from; a change before packing gets past the checksums. */
const PACKED: Readonly<Record<string, { readonly inner: string | Buffer; readonly pack: (inner: Buffer) => Buffer }>> =
  {
    csv: { inner: csv(...TABLE), pack: (inner) => inner },
    page: { inner: PAGE, pack: (inner) => inner },
    zip: { inner: csv(...TABLE), pack: (inner) => zip({ "readme.txt": "x", "fees.csv": inner }) },
    workbook: { inner: SHEET, pack: (inner) => Buffer.from(xlsx({ Fees: TABLE, Other: [[inner.length]] })) },
    sheet: { inner: SHEET, pack: (inner) => zip({ ...rawParts(), [SHEET_PATH]: inner }) },
    "old workbook": { inner: OLD_WORKBOOK, pack: (inner) => inner },
    "stream of an old workbook": { inner: streamIn(OLD_WORKBOOK), pack: (inner) => containerOf({ Workbook: inner }) },
    texts: { inner: SHARED_TEXTS, pack: (inner) => zip({ ...rawParts(), "xl/sharedStrings.xml": inner }) },
    styles: { inner: STYLES, pack: (inner) => zip({ ...rawParts(), "xl/styles.xml": inner }) },
  };

function rawParts(): Record<string, string> {
  return {
    "xl/workbook.xml": '<workbook><sheets><sheet name="Fees" r:id="rId1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels":
      '<Relationships><Relationship Id="rId1" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/worksheet" Target="/xl/worksheets/sheet1.xml"/></Relationships>',
    "xl/sharedStrings.xml": SHARED_TEXTS,
    "xl/styles.xml": STYLES,
    [SHEET_PATH]: `<worksheet><sheetData>${SHARING}</sheetData></worksheet>`,
  };
}

/** An honest file with one change at random. */
export function changedFile(random: Random, number: number): HostileFile {
  const [kind, { inner, pack }] = pick(Object.entries(PACKED), random);
  const [change, apply] = pick(Object.entries(CHANGES), random);
  const isInside = random() < 0.5;
  const copy = Buffer.from(inner as Buffer);
  const bytes = isInside ? pack(apply(copy, random)) : apply(Buffer.from(pack(copy)), random);
  return { name: `${number}: ${kind}, ${change}${isInside ? " before it was packed" : ""}`, bytes };
}

function piece(bytes: Buffer, random: Random): [from: number, to: number] {
  const from = below(bytes.length, random);
  return [from, from + below(bytes.length - from, random)];
}

function pick<Item>(items: readonly Item[], random: Random): Item {
  return items[below(items.length, random)] as Item;
}

function below(limit: number, random: Random): number {
  return Math.floor(random() * limit);
}
