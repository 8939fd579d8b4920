import { Refusal } from "../../core/text/refusal.ts";
import { snakeCase } from "../../core/text/spelling.ts";
import type { Column } from "../../dataset/column.ts";
import { listTitle, type RowCells } from "../../dataset/published.ts";
import { type Table, titleOf } from "../../dataset/table.ts";
import { foldHeading } from "../layout/headings.ts";
import { amount, type Conversion, date, figure, number, percent, procedureCode, yesNo } from "./conversions.ts";
import { type DeclaredFields, type Field, heading, optional } from "./fields.ts";
import type { GivenCell, Intake } from "./intake.ts";
import { type Publication, publication, section } from "./publication.ts";

/**
 * The importer of a table, derived from its declaration: it accepts any tidy file with a heading row. A heading is a column's name
 * in any case and spacing, or an unambiguous word below; a mapping file assigns the rest.
 */
export function tableImporter(table: Table): Publication {
  return publication({
    folder: table.folder,
    name: table.name,
    title: `Table ${titleOf(table)}`,
    publisher: "your own file",
    table,
    sections: [
      section({
        tidy: table,
        fields: fieldsOf(table),
        feeds: [table],
        read: () => ({
          record(fields, intake) {
            const row = fields as Readonly<Record<string, GivenCell>>;
            reportZeros(table, row, intake);
            intake.take(table, row);
          },
        }),
      }),
    ],
  });
}

const CODE_WORDS = ["Code", "Procedure Code", "Proc Code", "HCPCS", "HCPCS Code", "CPT", "CPT Code", "CPT/HCPCS Code"];

/**
 * Words that name a column in every table. An amount is recognised only by its own name, but for one that Georgia's list of
 * weights prints.
 */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  modifier: ["Mod"],
  npi: ["Provider NPI", "NPI Number", "National Provider Identifier"],
  opcert: ["Operating Certificate", "Operating Certificate Number"],
  drg: ["APR-DRG", "APR-DRG Code", "DRG Code"],
  soi: ["Severity", "Severity of Illness"],
  costOutlierThreshold: ["Outlier Threshold"],
  effectiveStartDate: ["Effective Date", "Eff Date", "Start Date", "Begin Date"],
  effectiveEndDate: ["End Date", "Eff End Date", "Term Date"],
};

function fieldsOf({ columns, dated }: Table): DeclaredFields {
  const fields: Record<string, Field<unknown>> = {};
  for (const [name, column] of Object.entries(columns)) {
    const field = headed(name, column.kind === "code" ? CODE_WORDS : WORDS[name], cellOf(column));
    fields[name] = column.required ? field : optional(field);
  }
  if (!dated) return fields;
  const dates = ["effectiveStartDate", "effectiveEndDate"].map((name) => [
    name,
    optional(headed(name, WORDS[name], date)),
  ]);
  return { ...fields, ...Object.fromEntries(dates) };
}

function headed(name: string, words: readonly string[] | undefined, convert: Conversion): Field<string | null> {
  const own = snakeCase(name);
  return heading([own, ...(words ?? []).filter((each) => foldHeading(each) !== foldHeading(own))], convert);
}

/** Normalises a cell as a spreadsheet or its author may write it; a value that the column refuses stays refused. */
function cellOf(column: Column<unknown>): Conversion {
  return (cell) => {
    const value = WRITTEN[column.kind](cell, column);
    const read = typeof value === "string" ? column.read(value) : value;
    return read instanceof Refusal ? read : value;
  };
}

type Written = (cell: string, column: Column<unknown>) => ReturnType<Conversion>;

const WRITTEN: Readonly<Record<Column<unknown>["kind"], Written>> = {
  text: (cell, column) =>
    [cell, cell.toUpperCase(), withZeros(cell, column)].find((each) => isAccepted(each, column)) ?? cell,
  code: (cell, column) => {
    const value = procedureCode(cell);
    const isShortNumber = /^[0-9.]+$/.test(cell);
    return value instanceof Refusal && !isShortNumber && isAccepted(cell.toUpperCase(), column)
      ? cell.toUpperCase()
      : value;
  },
  choice: (cell, { values = [] }) => values.find((each) => foldHeading(each) === foldHeading(cell)) ?? cell,
  flag: (cell) => yesNo(cell),
  integer: (cell) => number(cell),
  decimal: (cell) => (cell.endsWith("%") ? percent(cell) : figure(cell)),
  money: (cell) => amount(cell),
  list: (cell) => cell,
};

/** Numbers of up to three digits, such as a DRG, lose their zeros in a spreadsheet. Longer identifiers may lack any digit. */
const PADDED_MAX = 3;

/** A number with the leading zeros that a column of digits requires. */
function withZeros(cell: string, column: Column<unknown>): string {
  const digits = /^([0-9]{1,3})(?:\.0+)?$/.exec(cell)?.[1] ?? "";
  for (let length = digits.length; digits !== "" && length <= PADDED_MAX; length += 1) {
    const padded = digits.padStart(length, "0");
    if (isAccepted(padded, column) && !isAccepted("A".repeat(length), column)) return padded;
  }
  return cell;
}

function isAccepted(cell: string, column: Column<unknown>): boolean {
  return !(column.read(cell) instanceof Refusal);
}

/** Publishers print 0.00 where there is no rate: the report shows such cells, which are imported as they are. */
function reportZeros({ columns }: Table, row: Readonly<Record<string, GivenCell>>, intake: Intake): void {
  for (const [name, { kind }] of Object.entries(columns)) {
    const cell = row[name];
    if ((kind !== "money" && kind !== "decimal") || typeof cell !== "string" || !/^[0.]+$/.test(cell)) continue;
    const title = `zeros in ${snakeCase(name)}, taken as they stand: empty the cells where there is no figure`;
    intake.find({ title, example: intake.place });
  }
}

/** An importer of a table for the rows with these cells; a column of the file may repeat them. */
export function limitedTo(importer: Publication, cells: RowCells): Publication {
  const sections = importer.sections.map((each) => {
    const fields = Object.entries(each.fields).map(([name, field]) => {
      const text = cells[name];
      if (text === undefined) return [name, field];
      const spellings = field.where.kind === "heading" ? field.where.spellings : [];
      return [name, { ...field, where: { kind: "value", text, spellings } }];
    });
    return { ...each, fields: Object.fromEntries(fields) as DeclaredFields };
  });
  return { ...importer, sections };
}

/** The importer as a list: if a key column has a fixed value, its editions cover only the rows with that value. */
export function asList(importer: Publication): Publication {
  const { table, sections } = importer;
  if (table === null) return importer;
  const given = sections.flatMap(({ fields }) =>
    table.key.flatMap((name) => {
      const { where, convert } = fields[name] as Field<unknown>;
      return where.kind === "value" ? [[name, convert(where.text) as string]] : [];
    }),
  );
  const cells = Object.fromEntries(given) as RowCells;
  return { ...importer, cells, name: nameOfList(table, cells) };
}

/** `fee_schedule.padl_drug`: a list of a table by its rows' shared cells; the whole table has the table's name. */
function nameOfList({ name, key }: Table, cells: RowCells): string {
  return listTitle(
    name,
    key.flatMap((column) => cells[column] ?? []),
  );
}

/** `ga/fee_schedule.padl_drug` */
export function titleOfList(table: Table, cells: RowCells): string {
  return `${table.folder}/${nameOfList(table, cells)}`;
}

/** Whether a title belongs to a table's importer, or to a list of the table. */
export function isListOf(table: Table, title: string): boolean {
  return title === titleOf(table) || title.startsWith(`${titleOf(table)}.`);
}
