import type { Advice } from "../reprice/reading/advice.ts";

/** Whoever sends a form knows no options: what columns are is one field of it, as JSON. */
export const FORM_ADVICE: Advice = {
  option: (name) => `the field ${name === "pass-through" ? "columns" : name.replaceAll("-", "_")}`,
  columnIs: (heading, role) => `the field columns: ${JSON.stringify({ [heading]: role })}`,
  columnsAre: (roles) => `the field columns: ${JSON.stringify(Object.fromEntries(roles))}`,
  columnIsNothing: (heading) => `the field columns: ${JSON.stringify({ [heading]: null })}`,
};
