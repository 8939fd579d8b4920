import type { Advice } from "../reading/advice.ts";

/** Why a file is refused whose reading needs more memory than the service has for one file. */
export const TOO_MUCH_MEMORY =
  "reading the file needs more memory than the service has for one file; save the sheet with the claims as CSV (UTF-8) and send that, or split the file";

/** The sender of a form knows no options: what columns are is one field of it, as JSON. */
export const FORM_ADVICE: Advice = {
  option: (name) => `the field ${name === "pass-through" ? "columns" : name.replaceAll("-", "_")}`,
  columnIs: (heading, role) => `the field columns: ${JSON.stringify({ [heading]: role })}`,
  columnsAre: (roles) => `the field columns: ${JSON.stringify(Object.fromEntries(roles))}`,
  columnIsNothing: (heading) => `the field columns: ${JSON.stringify({ [heading]: null })}`,
  noRoom: TOO_MUCH_MEMORY,
};
