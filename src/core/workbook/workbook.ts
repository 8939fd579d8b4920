import { stylesXml, xmlText } from "./cell.ts";
import { type OutputSheet, sheetXml, type WrittenSheet } from "./sheet-xml.ts";
import type { ZipWriter } from "./zip-writer.ts";

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const KINDS = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** Writes a workbook row by row, into a file (`workbook-file.ts`) or in the page of a browser. */
export async function writeSheets(zip: ZipWriter, sheets: readonly OutputSheet[]): Promise<void> {
  const names = sheetNames(sheets.map(({ name }) => name));
  await zip.add("[Content_Types].xml", [contentTypes(sheets.length)]);
  await zip.add("_rels/.rels", [relations([["officeDocument", "xl/workbook.xml"]])]);
  const written: WrittenSheet[] = [];
  for (const [place, sheet] of sheets.entries()) {
    await zip.add(
      `xl/${sheetPath(place)}`,
      sheetXml(sheet, (done) => written.push(done)),
    );
  }
  await zip.add("xl/workbook.xml", [workbookXml(names, written)]);
  const targets = sheets.map((_, place): readonly [string, string] => ["worksheet", sheetPath(place)]);
  await zip.add("xl/_rels/workbook.xml.rels", [relations([...targets, ["styles", "styles.xml"]])]);
  await zip.add("xl/styles.xml", [stylesXml()]);
  await zip.end();
}

function sheetPath(place: number): string {
  return `worksheets/sheet${place + 1}.xml`;
}

function contentTypes(sheets: number): string {
  const parts = [
    ["/xl/workbook.xml", "sheet.main"],
    ["/xl/styles.xml", "styles"],
    ...Array.from({ length: sheets }, (_, place) => [`/xl/${sheetPath(place)}`, "worksheet"]),
  ].map(([part, kind]) => `<Override PartName="${part}" ContentType="${KINDS}.${kind}+xml"/>`);
  const defaults = `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>`;
  return `${XML}<Types xmlns="${PACKAGE}/content-types">${defaults}${parts.join("")}</Types>`;
}

function relations(targets: readonly (readonly [kind: string, target: string])[]): string {
  const each = targets.map(
    ([kind, target], place) => `<Relationship Id="rId${place + 1}" Type="${OFFICE}/${kind}" Target="${target}"/>`,
  );
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${each.join("")}</Relationships>`;
}

function workbookXml(names: readonly string[], written: readonly WrittenSheet[]): string {
  const sheets = names.map(
    (name, place) => `<sheet name="${xmlText(name)}" sheetId="${place + 1}" r:id="rId${place + 1}"/>`,
  );
  const areas = written.flatMap(({ filtered, printed, repeated }, place) => [
    // Without a defined name for a filter, some programs repair the file.
    ...areaXml({ name: "_xlnm._FilterDatabase", isHidden: true }, filtered, names, place),
    ...areaXml({ name: "_xlnm.Print_Area", isHidden: false }, printed, names, place),
    ...areaXml(
      { name: "_xlnm.Print_Titles", isHidden: false },
      repeated === null ? null : `${repeated}:${repeated}`,
      names,
      place,
    ),
  ]);
  const defined = areas.length === 0 ? "" : `<definedNames>${areas.join("")}</definedNames>`;
  return `${XML}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${OFFICE}"><bookViews><workbookView/></bookViews><sheets>${sheets.join("")}</sheets>${defined}</workbook>`;
}

/** A built-in defined name for cells of a sheet; empty without cells. */
function areaXml(
  { name, isHidden }: { readonly name: string; readonly isHidden: boolean },
  cells: string | null,
  sheets: readonly string[],
  place: number,
): readonly string[] {
  if (cells === null) return [];
  const absolute = cells.replace(
    /([A-Z]*)([0-9]+)/g,
    (_, column, row) => `${column === "" ? "" : `$${column}`}$${row}`,
  );
  const reference = `'${(sheets[place] as string).replaceAll("'", "''")}'!${absolute}`;
  const hidden = isHidden ? ' hidden="1"' : "";
  return [`<definedName name="${name}" localSheetId="${place}"${hidden}>${xmlText(reference)}</definedName>`];
}

/** The limit of spreadsheet programs. */
const CHARACTERS_MAX = 31;
const NOT_IN_NAMES = /[[\]:*?/\\\p{Control}]/gu;
/** Excel reserves this name. */
const RESERVED = "history";

/** Valid names of sheets: short enough, without special characters, and unique. */
function sheetNames(wanted: readonly string[]): readonly string[] {
  const taken = new Set([RESERVED]);
  return wanted.map((name) => {
    const plain =
      name
        .replace(NOT_IN_NAMES, " ")
        .replace(/^'+|'+$/g, "")
        .trim() || "Sheet";
    let free = plain.slice(0, CHARACTERS_MAX).trim();
    for (let number = 2; taken.has(free.toLowerCase()); number += 1) {
      const mark = ` ${number}`;
      free = `${plain.slice(0, CHARACTERS_MAX - mark.length).trim()}${mark}`;
    }
    taken.add(free.toLowerCase());
    return free;
  });
}
