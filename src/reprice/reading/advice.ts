/** How whoever sent a file says what its columns are: by the options of a command, or by the fields of a form. */
export interface Advice {
  /** What an option is called. */
  readonly option: (name: "columns" | "compare" | "pass-through" | "sheet" | "tolerance" | "no-charge-limit") => string;
  /** How it is said that a column is something, such as `--columns "DOS=date_of_service"`. */
  readonly columnIs: (heading: string, role: string) => string;
  /** The same of several columns at once, by their headings. */
  readonly columnsAre: (roles: ReadonlyMap<string, string>) => string;
  /** How it is said that a column is nothing. */
  readonly columnIsNothing: (heading: string) => string;
  /** What to do when reading the file needs more memory than there is; absent where Node.js can be given more. */
  readonly noRoom?: string;
}

export const COMMAND_ADVICE: Advice = {
  option: (name) => `--${name}`,
  columnIs: (heading, role) => columnsOption(new Map([[heading, role]])),
  columnsAre: columnsOption,
  columnIsNothing: (heading) => `--pass-through "${heading}"`,
};

/** An option has commas between columns: headings that have one themselves go into a file. */
function columnsOption(roles: ReadonlyMap<string, string>): string {
  const entries = [...roles];
  if (entries.some(([heading]) => heading.includes(","))) {
    return `--columns-file FILE, with ${JSON.stringify(Object.fromEntries(entries))} in that file`;
  }
  return `--columns "${entries.map(([heading, role]) => `${heading}=${role}`).join(",")}"`;
}
