import { zip } from "./fixtures.ts";

const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
export const SHEET_PATH = "xl/worksheets/sheet1.xml";

/** The smallest workbook: one sheet, "Fees". */
const PARTS: Readonly<Record<string, string>> = {
  "xl/workbook.xml": `<workbook xmlns:r="${RELATIONS}"><sheets><sheet name="Fees" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `<Relationships>${worksheetRelation(1)}</Relationships>`,
};

/** A workbook of parts as they are, whatever they are. */
export function rawWorkbook(parts: Readonly<Record<string, string>>): Buffer {
  return zip({ ...PARTS, ...parts });
}

/** A workbook whose one sheet has this between `<sheetData>` and `</sheetData>`. */
export function sheetOf(data: string, parts: Readonly<Record<string, string>> = {}): Buffer {
  return rawWorkbook({ [SHEET_PATH]: `<worksheet><sheetData>${data}</sheetData></worksheet>`, ...parts });
}

export function workbookWithSheets(count: number): Buffer {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const sheets = numbers.map((number) => `<sheet name="S${number}" r:id="rId${number}"/>`).join("");
  return sheetOf("", {
    "xl/workbook.xml": `<workbook><sheets>${sheets}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${numbers.map(worksheetRelation).join("")}</Relationships>`,
  });
}

function worksheetRelation(number: number): string {
  return `<Relationship Id="rId${number}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${number}.xml"/>`;
}
