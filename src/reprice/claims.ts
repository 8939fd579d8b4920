import { lookupOf } from "../state/state.ts";
import { COMMAND_ADVICE } from "./reading/advice.ts";
import { type ClaimsHeader, withoutFaultColumns } from "./reading/fault-columns.ts";
import { readColumns } from "./reading/input-columns.ts";
import { type Headings, recognised } from "./reading/recognised-columns.ts";
import { type OpenClaims, openClaims } from "./reading/table/open-claims.ts";
import { openStream } from "./reading/table/open-stream.ts";
import type { Repricing } from "./repricing.ts";

/** A table of lookups that is open for reading, under the headings of its lookups. */
export type Claims = OpenClaims & ClaimsHeader;

/** What is said about a file of lookups. */
export type ClaimsAsked = Pick<
  Repricing,
  | "state"
  | "setting"
  | "input"
  | "inputName"
  | "stream"
  | "sheet"
  | "decided"
  | "compare"
  | "passThrough"
  | "leftAlone"
  | "advice"
>;

/** Opens the file of lookups. Its headings are where most of what a lookup needs is recognised. */
export async function claimsOf(asked: ClaimsAsked): Promise<Claims> {
  const { input: path, inputName: name = path, stream = null, sheet = null, advice = COMMAND_ADVICE } = asked;
  const judge = (names: readonly string[]) => {
    const headings = headingsOf(names, asked);
    return readColumns(headings).ok ? Number.POSITIVE_INFINITY : recognised(headings).roles.size;
  };
  const opened =
    stream === null
      ? await openClaims({ path, name, sheet, sheetOption: advice.option("sheet") }, judge)
      : await openStream(name, stream, judge);
  return { ...opened, ...withoutFaultColumns(opened.header) };
}

/** Headings beside what was said about them. */
export function headingsOf(
  names: readonly string[],
  { state, setting, decided, compare, passThrough, leftAlone = [], advice = COMMAND_ADVICE }: ClaimsAsked,
): Headings {
  return { names, lookup: lookupOf(state, setting), decided, compare, passThrough, leftAlone, advice };
}
