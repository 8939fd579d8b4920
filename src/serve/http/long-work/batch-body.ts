import { otherEncoding } from "../../../core/text/encoding.ts";
import { quoted } from "../../../core/text/refusal.ts";
import { GivenTwice } from "../../../pricing/request/read.ts";
import { membersIn, type RepeatedName, repeatedNames } from "../json-names.ts";
import { surveyOf } from "../json-nesting.ts";
import { HTTP_LIMITS } from "../limits.ts";
import { type Problem, problemOfFaults } from "../problem.ts";
import type { BatchQuestion } from "./question.ts";

/** The items of a batch as they were sent, or why there are none. */
type BatchItems =
  | { readonly ok: true; readonly items: readonly unknown[] }
  | { readonly ok: false; readonly problem: Problem };

/** Reads what a batch consists of (conventions 5), its body before its parameters (conventions 4). */
export function readBatch({ body, strayParameter }: BatchQuestion): BatchItems {
  const parsed = parseJson(body);
  if (!parsed.ok) return parsed;
  const batch = itemsOf(parsed.value);
  return batch.ok && strayParameter !== null ? { ok: false, problem: notInQuery(strayParameter) } : batch;
}

type JsonBody = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly problem: Problem };

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** A byte order mark is skipped by the decoder; keys like `__proto__` become ordinary ones of the parsed object. */
export function parseJson(bytes: Uint8Array): JsonBody {
  if (bytes.length === 0) return invalid("The body is empty.");
  const encoding = otherEncoding(bytes);
  if (encoding !== null) return invalid(`The body is ${encoding}; send UTF-8.`);
  const { excess, members } = surveyOf(bytes);
  if (excess === "depth") {
    return invalid(`The body has more than ${HTTP_LIMITS.jsonDepthMax} arrays and objects within each other.`);
  }
  if (excess === "values") return { ok: false, problem: tooManyValues() };
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return invalid("The body is not UTF-8 text.");
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's own message quotes the body, which may hold a reference_id.
    return invalid("The body is not valid JSON.");
  }
  return membersIn(value) === members ? { ok: true, value } : withoutRepeated(value, repeatedNames(text, ITEMS));
}

/** The member of a batch's body that has its items. */
const ITEMS = "requests";

/**
 * The parser takes the last of several values of one name, silently. As on GET, such a parameter has no value: it is refused
 * for its item alone, and a name of the body itself for the whole batch.
 */
function withoutRepeated(value: unknown, repeated: readonly RepeatedName[]): JsonBody {
  const ofBody = repeated.find(({ item }) => item === null);
  if (ofBody !== undefined) return invalid(`The body has the name ${quoted(ofBody.name)} more than once.`);
  const items = (value as Readonly<Record<string, unknown>>)[ITEMS];
  if (Array.isArray(items)) {
    for (const { item, name } of repeated) {
      Object.defineProperty(items[item ?? 0], name, { value: new GivenTwice(), enumerable: true });
    }
  }
  return { ok: true, value };
}

function tooManyValues(): Problem {
  const { jsonValuesMax, batchItemsMax } = HTTP_LIMITS;
  const detail = `The body has more than ${jsonValuesMax} values; at most ${batchItemsMax} items are allowed. Split it.`;
  return { code: "batch_too_large", detail };
}

function invalid(detail: string): JsonBody {
  return { ok: false, problem: { code: "invalid_json", detail: `${detail} Send {"requests": [ ... ]}.` } };
}

function itemsOf(value: unknown): BatchItems {
  const requests =
    typeof value === "object" && value !== null && Object.hasOwn(value, "requests")
      ? (value as { readonly requests: unknown }).requests
      : undefined;
  if (!Array.isArray(requests)) {
    const detail = 'The body has no array "requests". Send {"requests": [ ... ]} with one object per lookup.';
    return { ok: false, problem: { code: "invalid_json", detail } };
  }
  const { batchItemsMax } = HTTP_LIMITS;
  if (requests.length > batchItemsMax) {
    const detail = `The batch has ${requests.length} items; at most ${batchItemsMax} are allowed. Split it.`;
    return { ok: false, problem: { code: "batch_too_large", detail } };
  }
  return { ok: true, items: requests };
}

/** A query parameter of a batch would have no effect, and whoever sent it expects one. */
function notInQuery(parameter: string): Problem {
  const message = `${quoted(parameter)} is in the query string, where a batch has no parameters; put it into each item that it is meant for.`;
  return problemOfFaults([{ field: parameter.slice(0, 60), code: "unknown_parameter", message }]);
}
