import type { RequestFault } from "../../../src/pricing/request/read.ts";
import type { ProblemCode } from "../../../src/serve/http/problems.ts";
import type { Problem } from "../api/ask.ts";
import { labelOf, messageWords, plainWords } from "./names.ts";

/*
 * Problems of the API in the reader's words, by their code. The API's own sentences speak to programs: they name parameters, headers
 * and commands. A code that this page does not know is shown as the API says it; so are the problems of the page itself.
 */

export type ProblemWords = Pick<Problem, "title" | "detail">;

const NOT_TAKEN = "The service did not take this request";
const RELOAD = "Reload the page; it may be older than the service. If it stays, ask the operator of the service.";
const OPERATOR = "Try again. If it stays, ask the operator of the service.";

const NOT_SENT_RIGHT: ProblemWords = { title: NOT_TAKEN, detail: RELOAD };
const BUSY: ProblemWords = { title: "The service is busy", detail: "Try again in a moment." };

const WORDS: Readonly<Record<ProblemCode, ProblemWords>> = {
  api_key_in_query: {
    title: "The address has an API key",
    detail:
      "Take the key out of the address. It may have been recorded: ask the operator of the service for a new one.",
  },
  missing_parameter: { title: "Something is not entered", detail: "Enter what is needed, and try again." },
  invalid_parameter: { title: "Something cannot be used", detail: "Correct what was entered, and try again." },
  unknown_parameter: NOT_SENT_RIGHT,
  missing_provider_identifier: { title: "No provider is entered", detail: "Enter a name, an NPI or a provider ID." },
  invalid_json: NOT_SENT_RIGHT,
  batch_too_large: { title: "Too many rows at once", detail: "Split them, and price each part by itself." },
  invalid_form: { title: "The file did not arrive as expected", detail: "Choose the file again, and try again." },
  invalid_file: { title: "The file cannot be repriced", detail: "Check that it is a table of claims." },
  malformed_request: NOT_SENT_RIGHT,
  missing_api_key: { title: "You are not signed in", detail: "Sign in with your API key." },
  invalid_api_key: {
    title: "The API key is not valid",
    detail: "It is unknown, has expired or was revoked. Ask the operator of the service for another one.",
  },
  state_not_enabled: {
    title: "Your API key does not include this state",
    detail: "Choose another state, or ask the operator of the service to add it to your key.",
  },
  not_found: NOT_SENT_RIGHT,
  release_unavailable: {
    title: "These rates are not here",
    detail: "The service no longer has them, or cannot read them. Choose other rates.",
  },
  no_such_job: {
    title: "This file is no longer here",
    detail: "It was deleted, its hour is over, or the service was restarted. Send the file again if you need it.",
  },
  method_not_allowed: NOT_SENT_RIGHT,
  request_timeout: { title: "The request took too long to arrive", detail: "Check your connection, and try again." },
  job_not_done: { title: "The file is not done", detail: "Wait until it is priced." },
  idempotency_key_in_use: BUSY,
  payload_too_large: { title: "This is too large", detail: "Split it, and send each part by itself." },
  uri_too_long: { title: "The address is too long", detail: "Shorten what was entered, and try again." },
  unsupported_media_type: NOT_SENT_RIGHT,
  misdirected_request: {
    title: "The service is not known under this address",
    detail: "Ask the operator of the service for its address.",
  },
  idempotency_key_reused: NOT_SENT_RIGHT,
  rate_limited: {
    title: "The limit of your API key is reached",
    detail: "It has used the rates that it may look up for now. Try again in a minute.",
  },
  too_many_jobs: {
    title: "Other files come first",
    detail: "Wait until one of your files is done, or delete one. Then try again.",
  },
  too_much_at_once: { title: "Too much at once for your API key", detail: "Try again in a moment." },
  headers_too_large: { title: "The address is too long", detail: "Shorten what was entered, and try again." },
  internal_error: { title: "The service failed", detail: OPERATOR },
  took_too_long: {
    title: "The answer took too long",
    detail: "Try again. For a provider by name, enter more of the name or its NPI.",
  },
  overloaded: BUSY,
  not_ready: {
    title: "The rates are not ready",
    detail:
      "They are being loaded, or there are none for this state. Try again in a moment; Coverage shows what there is.",
  },
};

/** A problem as the page shows it. `own`: the words of a view for some codes. */
export function inPageWords(problem: Problem, own: Readonly<Record<string, ProblemWords>> = {}): Problem {
  const words = own[problem.code] ?? (isKnown(problem.code) ? WORDS[problem.code] : {});
  const errors = problem.errors?.map((fault) => ({ ...fault, message: fieldWords(fault) }));
  return { ...problem, ...words, ...(errors === undefined ? {} : { errors }) };
}

function isKnown(code: string): code is ProblemCode {
  return Object.hasOwn(WORDS, code);
}

/** `tolerance "much" is not valid: expected dollars` is `Tolerance: "much" cannot be used. Enter dollars`. */
function fieldWords({ field, code, message }: RequestFault): string {
  if (code === "unknown_parameter") return `The address has ${field}, which is not known here. Leave it out.`;
  if (code === "missing_provider_identifier") return WORDS.missing_provider_identifier.detail;
  const [, name, typed = "", expected] = /^([a-z_]+)(?: (".*"))? is not valid: expected (.*)$/s.exec(message) ?? [];
  if (name !== undefined && expected !== undefined) {
    const meant = expected.includes("YYYY-MM-DD") ? "a day of the calendar." : plainWords(expected);
    return `${labelOf(name)}: ${typed === "" ? "this" : typed} cannot be used. Enter ${meant}`;
  }
  const [, needed] = /^([a-z_]+) is required:/.exec(message) ?? [];
  return needed === undefined ? messageWords(message, "field") : `${labelOf(needed)} is needed.`;
}
