/** How the sender of a file can say what its columns are: by options of a command, or by fields of a form. */
export interface Advice {
  readonly option: (name: "columns" | "compare" | "pass-through" | "sheet" | "tolerance" | "no-charge-limit") => string;
  /** How to assign a column, such as `--columns "DOS=date_of_service"`. */
  readonly columnIs: (heading: string, role: string) => string;
  /** How to assign several columns at once, by their headings. */
  readonly columnsAre: (roles: ReadonlyMap<string, string>) => string;
  /** How to exclude a column. */
  readonly columnIsNothing: (heading: string) => string;
  /** The remedy when reading the file needs more memory; absent where Node.js can be given more. */
  readonly noRoom?: string;
}

export const COMMAND_ADVICE: Advice = {
  option: (name) => `--${name}`,
  columnIs: (heading, role) => columnsOption(new Map([[heading, role]])),
  columnsAre: columnsOption,
  columnIsNothing: (heading) => `--pass-through "${heading}"`,
};

/** The option separates columns by commas: headings that contain one must go into a file. */
function columnsOption(roles: ReadonlyMap<string, string>): string {
  const entries = [...roles];
  if (entries.some(([heading]) => heading.includes(","))) {
    return `--columns-file FILE, with ${JSON.stringify(Object.fromEntries(entries))} in that file`;
  }
  return `--columns "${entries.map(([heading, role]) => `${heading}=${role}`).join(",")}"`;
}
