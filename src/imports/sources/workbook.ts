import { failure } from "../../core/runtime/failure.ts";
import { detached } from "../../core/text/text-tables.ts";
import { allBytes, type ByteSource } from "./bytes.ts";
import type { RowSource } from "./row.ts";
import { sharedTexts } from "./workbook/shared-texts.ts";
import { sheetSource } from "./workbook/sheet.ts";
import { dateStyles } from "./workbook/styles.ts";
import { type Attributes, attributeNamed, damagedWorkbook, FurtherElements, readXml } from "./workbook/xml.ts";
import { workbookMembers } from "./zip.ts";

/** The packed bytes are in memory while a workbook is read; no fee schedule comes near this size. */
const PACKED_BYTES_MAX = 64 * 1024 * 1024;
/** A sheet of ten million cells, more than any publication has, unpacks to half of it; a ZIP bomb to a thousandfold. */
const UNPACKED_BYTES_MAX = 1024 * 1024 * 1024;

const REMEDY = "save the sheet as CSV and use that";

/** The sheets of a workbook; `watched` reports the progress of reading a source, `elements` limits what is not part of the table. */
export async function workbookSheets(
  source: ByteSource,
  watched: (source: ByteSource) => ByteSource,
  elements = new FurtherElements(),
): Promise<readonly RowSource[]> {
  const bytes = await allBytes(watched(source), PACKED_BYTES_MAX);
  if (bytes === null) throw failure(`the workbook has more than ${PACKED_BYTES_MAX} bytes; ${REMEDY}`);
  const members = await workbookMembers(bytes);
  const unpackedBytes = members.reduce((sum, member) => sum + member.bytes, 0);
  if (unpackedBytes > UNPACKED_BYTES_MAX) {
    throw failure(`the workbook unpacks to ${unpackedBytes} bytes, more than ${UNPACKED_BYTES_MAX}; ${REMEDY}`);
  }
  const contents = await workbookContents(members.map(watched), elements);
  const legend = {
    sharedTexts: await sharedTexts(contents.sharedTexts, elements),
    isDateStyle: await dateStyles(contents.styles, elements),
    isFrom1904: contents.isFrom1904,
  };
  return contents.sheets.map(({ name, part, isHidden }) => ({
    ...sheetSource(name, part, legend, elements),
    isHidden,
  }));
}

/** Workbooks of states have up to some twenty. */
const SHEETS_MAX = 1_000;
/** Spreadsheet programs allow 31. */
const SHEET_NAME_CHARACTERS_MAX = 255;
/** A workbook names each of its parts once, and a ZIP with more members is refused. */
const RELATIONS_MAX = 10_000;
/** Longer than any path in a ZIP that a program writes. */
const RELATION_CHARACTERS_MAX = 1_000;

/** A part's kind is the last word of its address, which has two spellings. */
const KIND =
  /^http:\/\/(?:schemas\.openxmlformats\.org\/officeDocument\/2006|purl\.oclc\.org\/ooxml\/officeDocument)\/relationships\/(\w+)$/;

interface WorkbookSheet {
  readonly name: string;
  readonly part: ByteSource;
  /** Hidden by its author, or by a program from every menu. */
  readonly isHidden: boolean;
}

interface WorkbookContents {
  readonly sheets: readonly WorkbookSheet[];
  readonly sharedTexts: ByteSource | undefined;
  readonly styles: ByteSource | undefined;
  /** Whether days are counted from 1904, as on old Macs. */
  readonly isFrom1904: boolean;
}

async function workbookContents(members: readonly ByteSource[], elements: FurtherElements): Promise<WorkbookContents> {
  const byPath = new Map(members.map((member) => [member.name, member]));
  const paths = await readPaths(partAt("xl/_rels/workbook.xml.rels", byPath), elements);
  const { listed, isFrom1904 } = await readSheetList(partAt("xl/workbook.xml", byPath), elements);
  const sheets: WorkbookSheet[] = [];
  const seen = new Set<string>();
  for (const { name, relation, isHidden } of listed) {
    const path = paths.sheets.get(relation);
    // A chart sheet has no cells.
    if (path === undefined) continue;
    if (seen.has(path)) throw damagedWorkbook("two sheets are the same part of it");
    seen.add(path);
    sheets.push({ name, part: partAt(path, byPath), isHidden });
  }
  const sharedTexts = byPath.get(paths.sharedStrings ?? "xl/sharedStrings.xml");
  return { sheets, sharedTexts, styles: byPath.get(paths.styles ?? "xl/styles.xml"), isFrom1904 };
}

function partAt(path: string, byPath: ReadonlyMap<string, ByteSource>): ByteSource {
  const part = byPath.get(path);
  if (part === undefined) throw damagedWorkbook("a part of it is missing");
  return part;
}

interface Paths {
  /** By relation name, as the list of sheets has it. */
  readonly sheets: ReadonlyMap<string, string>;
  readonly sharedStrings: string | null;
  readonly styles: string | null;
}

/** The paths of the parts in the ZIP, which differ between programs. */
async function readPaths(part: ByteSource, elements: FurtherElements): Promise<Paths> {
  const further = elements.of(part);
  let relations = 0;
  const sheets = new Map<string, string>();
  let sharedStrings: string | null = null;
  let styles: string | null = null;
  await readXml(part, {
    open(name, attributes) {
      further.add({});
      const { Id: relation, Target: target, Type: type = "" } = attributes;
      if (name !== "Relationship" || relation === undefined || target === undefined) return;
      relations += 1;
      refuseRelation(relations, relation, target);
      const path = detached(target.startsWith("/") ? target.slice(1) : `xl/${target}`);
      const kind = KIND.exec(type)?.[1];
      if (kind === "worksheet") sheets.set(detached(relation), path);
      else if (kind === "sharedStrings") sharedStrings = path;
      else if (kind === "styles") styles = path;
    },
  });
  return { sheets, sharedStrings, styles };
}

function refuseRelation(count: number, relation: string, target: string): void {
  if (count > RELATIONS_MAX) throw damagedWorkbook(`it names more than ${RELATIONS_MAX} parts`);
  if (relation.length + target.length > RELATION_CHARACTERS_MAX) {
    throw damagedWorkbook(`the name of a part of it has more than ${RELATION_CHARACTERS_MAX} characters`);
  }
}

interface ListedSheet {
  readonly name: string;
  readonly relation: string;
  readonly isHidden: boolean;
}

async function readSheetList(
  part: ByteSource,
  elements: FurtherElements,
): Promise<{ listed: readonly ListedSheet[]; isFrom1904: boolean }> {
  const further = elements.of(part);
  const listed: ListedSheet[] = [];
  let isFrom1904: boolean | null = null;
  await readXml(part, {
    open(name, attributes) {
      further.add({});
      if (name === "workbookPr") isFrom1904 ??= attributes.date1904 === "1" || attributes.date1904 === "true";
      else if (name === "sheet") listed.push(listedSheet(attributes));
      refuseTooManySheets(listed.length);
    },
  });
  return { listed, isFrom1904: isFrom1904 ?? false };
}

function listedSheet(attributes: Attributes): ListedSheet {
  const { name = "", state } = attributes;
  const isHidden = state === "hidden" || state === "veryHidden";
  const relation = (attributeNamed("id", attributes) ?? "").slice(0, RELATION_CHARACTERS_MAX);
  return { name: detached(properSheetName(name)), relation: detached(relation), isHidden };
}

function refuseTooManySheets(count: number): void {
  if (count > SHEETS_MAX) throw failure(`the workbook has more than ${SHEETS_MAX} sheets; remove the others`);
}

function properSheetName(name: string): string {
  if (name !== "" && name.length <= SHEET_NAME_CHARACTERS_MAX && !/\p{Control}/u.test(name)) return name;
  throw damagedWorkbook("a sheet has no proper name");
}
