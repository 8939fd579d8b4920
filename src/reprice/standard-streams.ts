/** In place of the path of a file to read. */
export const STANDARD_INPUT = "-";

/** In place of the path of a file to write: results are handed on as they come, and there is nothing to resume. */
export const STANDARD_OUTPUT = "-";
