import { Buffer } from "node:buffer";
import { HTTP_LIMITS } from "./limits.ts";

const NAME = Buffer.from("provider_name");
/** Whoever hides the name of a parameter from us has to write one of its letters so. */
const ESCAPE = Buffer.from("\\u");

/**
 * How much memory the answer to a batch will take, by what can be seen without reading it: it is in the counts before it
 * is made, when it can still wait. Lookups by name have answers a thousand times as long as themselves.
 */
export function expectedAnswerBytes(body: Buffer): number {
  const { expectedAnswerBytesPerName, expectedAnswerBytesPerBodyByte, expectedAnswerBytesMax } = HTTP_LIMITS;
  const names = occurrences(NAME, body) + occurrences(ESCAPE, body);
  const expected = names * expectedAnswerBytesPerName + body.length * expectedAnswerBytesPerBodyByte;
  return Math.min(expected, expectedAnswerBytesMax);
}

/** How often a text occurs, as far as it matters: a batch has no more items than this. */
function occurrences(sought: Buffer, body: Buffer): number {
  let count = 0;
  let at = body.indexOf(sought);
  while (at >= 0 && count < HTTP_LIMITS.batchItemsMax) {
    count += 1;
    at = body.indexOf(sought, at + sought.length);
  }
  return count;
}
