import { zipSync } from "fflate";
import type { Random } from "../fire/random.ts";

/** A file as somebody may hand it to `import`. */
export interface HostileFile {
  readonly name: string;
  readonly bytes: Buffer;
}

const CSV = 'Code,Grouping,Classification,Specialization,Display Name\n207Q00000X,"A, B",Family Medicine,,Doctor\n';
const PAGE = `<html><table><tr><th>Code</th><th>Classification</th></tr><tr><td>207Q00000X</td><td>Family</td></tr></table></html>`;
const SHEET_START = '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>';

function workbook(rows: string): Buffer {
  const text = (content: string) => new Uint8Array(Buffer.from(content));
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  return Buffer.from(
    zipSync({
      "xl/workbook.xml": text(
        `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ),
      "xl/_rels/workbook.xml.rels": text(
        `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
      ),
      "xl/worksheets/sheet1.xml": text(`${SHEET_START}${rows}</sheetData></worksheet>`),
    }),
  );
}

function cell(reference: string, content: string): string {
  const row = reference.replace(/[A-Z]+/, "");
  return `<row r="${row}"><c r="${reference}" t="inlineStr"><is><t>${content}</t></is></c></row>`;
}

/** Sound files to damage, and files that are well formed and still meant to do harm. */
const SOUND: readonly (() => HostileFile)[] = [
  () => ({ name: "nucc_taxonomy_261.csv", bytes: Buffer.from(CSV) }),
  () => ({ name: "nucc_taxonomy_261.html", bytes: Buffer.from(PAGE) }),
  () => ({ name: "nucc_taxonomy_261.zip", bytes: Buffer.from(zipSync({ "a.csv": new Uint8Array(Buffer.from(CSV)) })) }),
  () => ({ name: "nucc_taxonomy_261.xlsx", bytes: workbook(cell("A1", "Code") + cell("B2", "Classification")) }),
];

const HARMFUL: readonly ((random: Random) => HostileFile)[] = [
  () => ({ name: "nucc_taxonomy_261.xlsx", bytes: workbook(cell("XFD1048576", "x")) }),
  () => ({ name: "nucc_taxonomy_261.xlsx", bytes: workbook(cell("A99999999999", "x")) }),
  () => ({ name: "nucc_taxonomy_261.xlsx", bytes: workbook(cell("A1", "x".repeat(2_000_000))) }),
  () => ({
    name: "nucc_taxonomy_261.html",
    bytes: Buffer.from(PAGE.replace("<td>", '<td colspan="1000" rowspan="65534">')),
  }),
  () => ({ name: "nucc_taxonomy_261.html", bytes: Buffer.from("<table><tr><td>".repeat(3_000)) }),
  () => ({ name: "nucc_taxonomy_261.csv", bytes: Buffer.from(`\ufeff${CSV}`, "utf16le") }),
  () => ({ name: "nucc_taxonomy_261.csv", bytes: Buffer.from(`${CSV}"${"x".repeat(2_000_000)}`) }),
  () => ({ name: "nucc_taxonomy_261.csv", bytes: Buffer.from(`${CSV}${",".repeat(200_000)}\n`) }),
  (random) => ({ name: "nucc_taxonomy_261.bin", bytes: random.bytes(random.whole(2_000)) }),
];

/** Files for `import` without end: sound ones with bytes flipped, taken out, repeated or cut off, and harmful ones. */
export function* hostileFiles(random: Random): Generator<HostileFile> {
  for (;;) {
    if (random.chance(0.1)) yield random.pick(HARMFUL)(random);
    else {
      const { name, bytes } = random.pick(SOUND)();
      yield { name, bytes: damaged(bytes, random) };
    }
  }
}

function damaged(sound: Buffer, random: Random): Buffer {
  const bytes = [...sound];
  for (let count = random.whole(6); count > 0 && bytes.length > 0; count -= 1) {
    const place = random.whole(bytes.length);
    const how = random.whole(4);
    if (how === 0) bytes[place] = random.whole(256);
    else if (how === 1) bytes.splice(place, random.whole(20) + 1);
    else if (how === 2) bytes.splice(place, 0, ...bytes.slice(place, place + random.whole(40) + 1));
    else bytes.length = place;
  }
  return Buffer.from(bytes);
}
