import type { CellStyle } from "./cell.ts";
import { xmlText } from "./xml-text.ts";

const FONTS = {
  plain: '<sz val="10"/><name val="Calibri"/><family val="2"/>',
  bold: '<b/><sz val="10"/><name val="Calibri"/><family val="2"/>',
  title: '<b/><sz val="15"/><color rgb="FF1F3A5F"/><name val="Calibri"/><family val="2"/>',
  note: '<i/><sz val="10"/><color rgb="FF595959"/><name val="Calibri"/><family val="2"/>',
  heading: '<b/><sz val="10"/><color rgb="FFFFFFFF"/><name val="Calibri"/><family val="2"/>',
} as const;

/** The first two are prescribed. */
const FILLS = {
  none: '<patternFill patternType="none"/>',
  prescribed: '<patternFill patternType="gray125"/>',
  heading: '<patternFill patternType="solid"><fgColor rgb="FF1F3A5F"/><bgColor indexed="64"/></patternFill>',
} as const;

/** Numbers of formats of our own begin here; those below are built in. */
const OWN_FORMATS_START = 164;
const OWN_FORMATS = ["#,##0.00;[Red]-#,##0.00", "#,##0.00######;[Red]-#,##0.00######", "#,##0", "yyyy-mm-dd"] as const;
const GENERAL = 0;
const TEXT = 49;

interface Format {
  readonly font: keyof typeof FONTS;
  readonly fill?: keyof typeof FILLS;
  readonly format: number;
  readonly alignment?: string;
}

const [MONEY, FIGURE, COUNT, DAY] = OWN_FORMATS.map((_, place) => OWN_FORMATS_START + place) as [
  number,
  number,
  number,
  number,
];
const TOP = 'vertical="top"';
/** Texts beside numbers keep a distance. */
const LEFT = `${TOP} horizontal="left" indent="1"`;

/** What each style looks like, in the order of their numbers; 0 is that of cells without a style. */
const FORMATS: Readonly<Record<"default" | CellStyle, Format>> = {
  default: { font: "plain", format: GENERAL },
  title: { font: "title", format: GENERAL },
  note: { font: "note", format: GENERAL },
  heading: {
    font: "heading",
    fill: "heading",
    format: GENERAL,
    alignment: 'vertical="center" horizontal="center" wrapText="1"',
  },
  text: { font: "plain", format: TEXT, alignment: LEFT },
  wrapped: { font: "plain", format: GENERAL, alignment: `${LEFT} wrapText="1"` },
  money: { font: "plain", format: MONEY, alignment: TOP },
  figure: { font: "plain", format: FIGURE, alignment: TOP },
  number: { font: "plain", format: GENERAL, alignment: TOP },
  count: { font: "plain", format: COUNT, alignment: TOP },
  day: { font: "plain", format: DAY, alignment: LEFT },
  strong: { font: "bold", format: GENERAL, alignment: LEFT },
  strongMoney: { font: "bold", format: MONEY, alignment: TOP },
  strongCount: { font: "bold", format: COUNT, alignment: TOP },
};

export const STYLE_NUMBERS = Object.fromEntries(Object.keys(FORMATS).map((name, number) => [name, number])) as Readonly<
  Record<CellStyle, number>
>;

/** The part of a workbook that says how its cells look. */
export function stylesXml(): string {
  const own = OWN_FORMATS.map(
    (code, place) => `<numFmt numFmtId="${OWN_FORMATS_START + place}" formatCode="${xmlText(code)}"/>`,
  );
  const fonts = Object.values(FONTS).map((font) => `<font>${font}</font>`);
  const fills = Object.values(FILLS).map((fill) => `<fill>${fill}</fill>`);
  const formats = Object.values(FORMATS).map(formatXml);
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n',
    '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
    listed("numFmts", own),
    listed("fonts", fonts),
    listed("fills", fills),
    listed("borders", ["<border><left/><right/><top/><bottom/><diagonal/></border>"]),
    listed("cellStyleXfs", ['<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>']),
    listed("cellXfs", formats),
    listed("cellStyles", ['<cellStyle name="Normal" xfId="0" builtinId="0"/>']),
    "</styleSheet>",
  ].join("");
}

function listed(name: string, entries: readonly string[]): string {
  return `<${name} count="${entries.length}">${entries.join("")}</${name}>`;
}

function formatXml({ font, fill = "none", format, alignment }: Format): string {
  const fontId = Object.keys(FONTS).indexOf(font);
  const fillId = Object.keys(FILLS).indexOf(fill);
  const applied = `numFmtId="${format}" fontId="${fontId}" fillId="${fillId}" borderId="0" xfId="0"`;
  const flags = 'applyNumberFormat="1" applyFont="1" applyFill="1"';
  if (alignment === undefined) return `<xf ${applied} ${flags}/>`;
  return `<xf ${applied} ${flags} applyAlignment="1"><alignment ${alignment}/></xf>`;
}
