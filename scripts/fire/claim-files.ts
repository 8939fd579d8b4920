import { constants, crc32, deflateRawSync } from "node:zlib";
import { strFromU8, strToU8, unzipSync, Zip, type ZipInputFile, ZipPassThrough, zipSync } from "fflate";
import { csv, xlsx, zip } from "../../test/imports/fixtures.ts";
import { codesOf, providerValues } from "./sample.ts";

/* Files of claims: honest ones of every kind that repricing reads, and those that cost a server the most. */

export const HEADINGS = ["Claim", "NPI", "Billing Code", "DOS", "Units", "Paid"];

/** Claims of California that the sample prices, some of them not readable. */
export function claimRows(lines: number, first = 0): readonly (readonly string[])[] {
  const [codes, npis] = [codesOf("ca", "outpatient"), providerValues("ca", "npi")];
  return Array.from({ length: lines }, (_, index) => {
    const place = first + index;
    const day = place % 17 === 16 ? "never" : "2026-10-01";
    const paid = `${place % 90}.${String(place % 100).padStart(2, "0")}`;
    return [`c${place}`, npis[place % npis.length] ?? "", codes[place % codes.length] ?? "", day, "1", paid];
  });
}

export function claimsCsv(lines: number, first = 0): string {
  return [HEADINGS, ...claimRows(lines, first)].map((cells) => `${cells.join(",")}\n`).join("");
}

export function claimsWorkbook(lines: number, first = 0): Buffer {
  return xlsx({ Claims: [HEADINGS, ...claimRows(lines, first)] });
}

export function claimsArchive(lines: number, first = 0): Buffer {
  return zip({ "claims.csv": claimsCsv(lines, first) });
}

/** The smallest file that is a job: one line. */
export function tinyClaims(): string {
  return claimsCsv(1);
}

/** One column more, whose cells are groups of a summary (`by=Group`); its backslashes take two bytes each in JSON. */
export function claimsWithGroups(lines: number, longCells: number, cellBytes: number): string {
  const rows = claimRows(lines + longCells).map((cells, place) => {
    const start = `g${place}`;
    return [...cells, place < lines ? `${start}-${"group".repeat(12)}` : start.padEnd(cellBytes, "\\")];
  });
  return csv([...HEADINGS, "Group"], ...rows);
}

/** A workbook whose number formats each take as long as one can to be read, where the reader goes back. */
export function workbookOfFormats(count: number): Buffer {
  const list = Array.from(
    { length: count },
    (_, index) => `<numFmt numFmtId="${200 + index}" formatCode="${BRACKETS}"/>`,
  );
  const styles = `<styleSheet><numFmts>${list.join("")}</numFmts></styleSheet>`;
  return Buffer.from(zipSync({ ...parts(), "xl/styles.xml": strToU8(styles) }));
}

const BRACKETS = "[".repeat(1_000);
const SHEET = "xl/worksheets/sheet1.xml";

function parts(): Record<string, Uint8Array> {
  return unzipSync(claimsWorkbook(3));
}

const MEBIBYTE = 1 << 20;
/** Text that no cell holds is not limited by what a cell can hold. */
const ENTITY = "&lt;";

/** A workbook with one text of so many mebibytes, written in entities alone; packed it takes a thousandth of that. */
export function workbookOfEntities(mebibytes: number): Buffer {
  const { [SHEET]: sheet, ...others } = parts();
  const [start = "", end = ""] = strFromU8(sheet as Uint8Array).split("</sheetData>");
  const packed: Uint8Array[] = [];
  const archive = new Zip((error, bytes) => {
    if (error) throw error;
    packed.push(bytes);
  });
  for (const [name, bytes] of Object.entries(others)) {
    const member = new ZipPassThrough(name);
    archive.add(member);
    member.push(bytes, true);
  }
  const pieces = [
    { bytes: Buffer.from(`${start}</sheetData><x>`), times: 1 },
    { bytes: Buffer.alloc(MEBIBYTE, ENTITY), times: mebibytes },
    { bytes: Buffer.from(`</x>${end}`), times: 1 },
  ];
  addPacked(archive, SHEET, pieces);
  archive.end();
  return Buffer.concat(packed);
}

interface Repeated {
  readonly bytes: Buffer;
  readonly times: number;
}

/** Adds a member to an archive whose pieces are packed once each, however often they are repeated. */
function addPacked(archive: Zip, filename: string, pieces: readonly Repeated[]): void {
  const member: ZipInputFile = { filename, size: 0, crc: 0, compression: DEFLATED };
  archive.add(member);
  for (const { bytes, times } of pieces) {
    const block = deflateRawSync(bytes, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
    for (let count = 0; count < times; count += 1) {
      member.size += bytes.length;
      member.crc = crc32(bytes, member.crc);
      member.ondata?.(null, block, false);
    }
  }
  member.ondata?.(null, deflateRawSync(""), true);
}

const DEFLATED = 8;
