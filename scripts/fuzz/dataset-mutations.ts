import type { Random } from "../fire/random.ts";
import { nastyText } from "./nasty-values.ts";

type Mutation = (lines: string[], random: Random) => void;

const CELLS: readonly string[] = [
  "",
  "0",
  "-1",
  "0.1",
  "1.005",
  "1e3",
  "$5.00",
  "1,5",
  "9".repeat(40),
  "true",
  "TRUE",
  "yes",
  "2026-02-30",
  "2025-01-01",
  "9999-12-31",
  "1900-01-01",
  "01/02/2026",
  "A|B|",
  "|",
  "99213",
  "001",
  "1000100010",
];

const someCell: Mutation = (lines, random) =>
  inLine(lines, random, (cells) => {
    cells[random.whole(cells.length)] = random.chance(0.7) ? random.pick(CELLS) : nastyText(random);
  });

/** Often still sound: a digit of a figure, a code or a date is another one. */
const someDigit: Mutation = (lines, random) =>
  inLine(lines, random, (cells) => {
    const place = random.whole(cells.length);
    cells[place] = (cells[place] as string).replace(/[0-9]/, String(random.whole(10)));
  });

const header: Mutation = (lines, random) => {
  const names = (lines[0] ?? "").split(",");
  const place = random.whole(names.length);
  names[place] = random.pick([
    `${names[place]}x`,
    names[0] as string,
    "",
    "__proto__",
    (names[place] as string).toUpperCase(),
  ]);
  lines[0] = names.join(",");
};

const columnsInOtherOrder: Mutation = (lines, random) => {
  const count = (lines[0] ?? "").split(",").length;
  const order = random.shuffled(Array.from({ length: count }, (_, index) => index));
  for (const [at, line] of lines.entries()) {
    const cells = line.split(",");
    if (cells.length === count) lines[at] = order.map((index) => cells[index]).join(",");
  }
};

const withoutColumn: Mutation = (lines, random) => {
  const place = random.whole((lines[0] ?? "").split(",").length);
  for (const [at, line] of lines.entries()) lines[at] = line.split(",").toSpliced(place, 1).join(",");
};

const lineGone: Mutation = (lines, random) => void lines.splice(random.whole(lines.length), 1);
const lineTwice: Mutation = (lines, random) => {
  const place = random.whole(lines.length);
  lines.splice(random.whole(lines.length), 0, lines[place] as string);
};
const linesSwapped: Mutation = (lines, random) => {
  const [a, b] = [random.whole(lines.length), random.whole(lines.length)];
  [lines[a], lines[b]] = [lines[b] as string, lines[a] as string];
};
const blankLine: Mutation = (lines, random) => void lines.splice(random.whole(lines.length), 0, "");

const quotes: Mutation = (lines, random) =>
  inLine(lines, random, (cells) => {
    const place = random.whole(cells.length);
    const cell = cells[place] as string;
    cells[place] = random.pick([
      `"${cell}"`,
      `"${cell}`,
      `${cell}"`,
      `"${cell}""`,
      `"${cell}\n"`,
      `" ${cell} "`,
      `x"${cell}"`,
    ]);
  });

const cellMore: Mutation = (lines, random) => inLine(lines, random, (cells) => void cells.push(""));
const cellLess: Mutation = (lines, random) => inLine(lines, random, (cells) => void cells.pop());

const MUTATIONS = [
  someDigit,
  someDigit,
  someDigit,
  someCell,
  someCell,
  header,
  columnsInOtherOrder,
  withoutColumn,
  lineGone,
  lineTwice,
  linesSwapped,
  blankLine,
  quotes,
  cellMore,
  cellLess,
] as const;

/** The bytes of a table with one to three things changed, now and then in another encoding or with other line ends. */
export function mutatedTable(text: string, random: Random): Buffer {
  const lines = text.split("\n").slice(0, -1);
  for (let count = random.whole(3) + 1; count > 0; count -= 1) random.pick(MUTATIONS)(lines, random);
  const lineEnd = random.chance(0.1) ? random.pick(["\r\n", "\r", "\n\r", "\n\n"]) : "\n";
  const changed = lines.join(lineEnd) + (random.chance(0.1) ? "" : lineEnd);
  if (!random.chance(0.05)) return Buffer.from(changed);
  return random.pick([
    () => Buffer.from(`\ufeff${changed}`),
    () => Buffer.from(`\ufeff${changed}`, "utf16le"),
    () => Buffer.from(changed, "latin1"),
    () => Buffer.concat([Buffer.from(changed), Buffer.from([0xc3, 0x28])]),
    () => Buffer.from(changed).subarray(0, random.whole(changed.length + 1)),
    () => Buffer.alloc(0),
  ])();
}

function inLine(lines: string[], random: Random, change: (cells: string[]) => void): void {
  const place = random.whole(lines.length);
  const cells = (lines[place] ?? "").split(",");
  change(cells);
  lines[place] = cells.join(",");
}
