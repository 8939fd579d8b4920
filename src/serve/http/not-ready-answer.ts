import { problemBody } from "./problem.ts";
import { PROBLEM_MEDIA_TYPE } from "./problems.ts";
import { requestIds } from "./request-ids.ts";

const nextRequestId = requestIds();

/** The problem of a service that has nothing to answer from yet, as the service itself would send it. */
export function notReadyAnswer(detail: string): { readonly mediaType: string; readonly body: string } {
  return { mediaType: PROBLEM_MEDIA_TYPE, body: problemBody({ code: "not_ready", detail }, nextRequestId()) };
}
