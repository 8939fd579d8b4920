/** Terminals show lines of this width without wrapping. */
const COLUMNS_MAX = 100;

/**
 * Wraps a text at 100 columns; the first line begins with `lead`, the others are indented to match. Control characters
 * become spaces: a name of the dataset must not control the terminal.
 */
export function wrapped(lead: string, text: string): string {
  const indent = " ".repeat(lead.length);
  const room = COLUMNS_MAX - lead.length;
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/[\s\p{Control}]+/u).flatMap((each) => piecesOf(each, room))) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (longer.length <= room) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  lines.push(line);
  return lines.map((each, place) => `${place === 0 ? lead : indent}${each}`.trimEnd()).join("\n");
}

function piecesOf(word: string, room: number): readonly string[] {
  return word.length <= room ? [word] : (word.match(new RegExp(`.{1,${room}}`, "gu")) ?? []);
}

/** A command in lines that a shell reads as one. Its words are never cut. */
export function wrappedCommand(indent: string, words: readonly string[]): string {
  const lines: string[] = [];
  let line = indent;
  for (const word of words) {
    const longer = line === indent ? `${indent}${word}` : `${line} ${word}`;
    if (longer.length + " \\".length <= COLUMNS_MAX || line === indent) line = longer;
    else {
      lines.push(line);
      line = `${indent}  ${word}`;
    }
  }
  return [...lines, line].join(" \\\n");
}

/** A table for a terminal, its header first: columns as wide as their widest cell. */
export function tableLines(header: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const widths = header.map((title, column) =>
    rows.reduce((widest, row) => Math.max(widest, row[column]?.length ?? 0), title.length),
  );
  return [header, ...rows].map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] as number))
      .join("  ")
      .trimEnd(),
  );
}
