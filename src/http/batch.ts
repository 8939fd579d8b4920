import type { RateLookup } from "../pricing/lookup.ts";
import { type LookupAnswer, lookupAnswer } from "../pricing/lookup-answer.ts";
import type { StateInRelease } from "../release/release.ts";
import { isReferenceId } from "../request/kinds.ts";
import type { Defaults } from "../request/parameter.ts";
import type { Fields, RequestFault } from "../request/read.ts";
import { Slices } from "../timing/slices.ts";
import { problemOfFaults } from "./problem.ts";

/** An item takes some ten microseconds, a faulty one with many unknown parameters some hundred. */
const ITEMS_PER_CLOCK_READING = 4;

/**
 * Answers the items of a batch (conventions 5), as JSON. Works in slices between which other
 * requests are let in, and turns each answer into text as it is made: turning a large batch into
 * text at once would keep the others waiting as long as pricing it.
 */
export async function batchAnswer(
  lookup: RateLookup,
  items: readonly unknown[],
  source: StateInRelease,
  defaults: Defaults,
  isAwaited: () => boolean,
): Promise<Buffer> {
  const parts = [Buffer.from(`{"batch_size":${items.length},"responses":[`)];
  const slices = new Slices(ITEMS_PER_CLOCK_READING);
  for (const [index, item] of items.entries()) {
    if (slices.isOver()) {
      await slices.next();
      if (!isAwaited()) break;
    }
    const fields = fieldsOf(item);
    const answer = fields === null ? notAnObject(index) : lookupAnswer(lookup, "fromItem", fields, defaults, source);
    const text = response(index, fields, answer instanceof Promise ? await answer : answer);
    parts.push(Buffer.from(index === 0 ? text : `,${text}`));
  }
  parts.push(Buffer.from("]}"));
  return Buffer.concat(parts);
}

function response(index: number, fields: Fields | null, answer: LookupAnswer): string {
  if (answer.ok) {
    const { request, results } = answer;
    return JSON.stringify({ index, reference_id: request.referenceId, results, error: null });
  }
  const { code, detail, errors } = problemOfFaults(answer.faults);
  const sent = fields?.reference_id;
  return JSON.stringify({
    index,
    reference_id: isReferenceId(sent) ? sent : null,
    results: [],
    error: { code, message: detail, errors },
  });
}

function fieldsOf(item: unknown): Fields | null {
  return typeof item === "object" && item !== null && !Array.isArray(item) ? (item as Fields) : null;
}

function notAnObject(index: number): LookupAnswer {
  const field = `requests[${index}]`;
  const fault: RequestFault = {
    field,
    code: "invalid_parameter",
    message: `${field} is not an object: expected the fields of one lookup, such as {"billing_code": "...", "npi": "..."}.`,
  };
  return { ok: false, faults: [fault] };
}
