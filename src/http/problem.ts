import type { ShownTable } from "../jobs/messages.ts";
import type { RequestFault } from "../request/read.ts";
import { PROBLEMS, type ProblemCode, problemPage } from "./problems.ts";

/** One problem as it occurred. */
export interface Problem {
  readonly code: ProblemCode;
  readonly detail: string;
  /** Every fault of the request's fields. */
  readonly errors?: readonly RequestFault[];
  /** Of a file whose columns are not understood: what was. */
  readonly table?: ShownTable;
}

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
