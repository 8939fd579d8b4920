import { integer, list, named, object, oneOf, optional, text, type ValueOf } from "../../core/schema/schema.ts";
import { faultSchema, type RequestFault } from "../../pricing/request/read.ts";
import { shownTableSchema } from "../../reprice/shown-table.ts";
import { PROBLEMS, type ProblemCode, problemPage } from "./problems.ts";

const CODES = Object.keys(PROBLEMS) as readonly ProblemCode[];

const problemDocument = {
  ...object("Problem", {
    type: { ...text("The page that documents this kind of problem."), format: "uri-reference" },
    title: text("The kind of problem in words."),
    status: integer("The HTTP status."),
    detail: text("What went wrong this time, and what to do."),
    code: oneOf(CODES, "Stable code of the kind of problem."),
    request_id: text("Identifies the request when you report it."),
    errors: optional(list(faultSchema, "Every fault of the request's fields; only where the fields are at fault.")),
    table: optional({
      ...shownTableSchema,
      description: "Of a file for a dry run whose columns are not understood: what was understood of it.",
    }),
  }),
  description: "A problem document (RFC 9457).",
};

/** A problem as answers carry it. */
export const problemSchema = named("Problem", problemDocument);

export type ProblemDocument = ValueOf<typeof problemDocument>;

/** One problem as it occurred. */
export type Problem = Pick<ProblemDocument, "code" | "detail" | "errors" | "table">;

/** The problem that a request's faults amount to: the first gives the code (conventions 4). */
export function problemOfFaults(faults: readonly RequestFault[]): Problem {
  const [first] = faults as readonly [RequestFault];
  return { code: first.code, detail: first.message, errors: faults };
}

/** RFC 9457, with the members of conventions 4. */
export function problemBody({ code, detail, errors, table }: Problem, requestId: string): string {
  const { status, title } = PROBLEMS[code];
  return JSON.stringify({ type: problemPage(code), title, status, detail, code, request_id: requestId, errors, table });
}
