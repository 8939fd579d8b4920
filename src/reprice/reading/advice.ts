/** How whoever sent a file says what its columns are: by the options of a command, or by the fields of a form. */
export interface Advice {
  /** What an option is called. */
  readonly option: (name: "columns" | "compare" | "pass-through" | "sheet" | "tolerance" | "no-charge-limit") => string;
  /** How it is said that a column is something, such as `--columns "DOS=date_of_service"`. */
  readonly columnIs: (heading: string, role: string) => string;
  /** How it is said that a column is nothing. */
  readonly columnIsNothing: (heading: string) => string;
}

export const COMMAND_ADVICE: Advice = {
  option: (name) => `--${name}`,
  columnIs: (heading, role) => `--columns "${heading}=${role}"`,
  columnIsNothing: (heading) => `--pass-through "${heading}"`,
};
