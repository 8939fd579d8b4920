import type { Form, RateLookup } from "../../src/pricing/lookup.ts";
import type { RequestFields } from "../../src/pricing/request/read.ts";
import type { WrittenResult } from "../../src/pricing/result.ts";
import { answeredJson, JsonList, parseJson } from "../../src/serve/http/long-work/batch.ts";
import { parseQuery } from "../../src/serve/http/query.ts";
import { batchOf, type Lookup, pathOf } from "../support/workload.ts";

/** One way in which lookups come and answers leave: how many lookups a request has, and both ends of it. */
export interface RequestForm {
  readonly form: Form;
  readonly lookupsPerRequest: number;
  /** The part of a request that is parsed, of one request. */
  readonly text: (lookups: readonly Lookup[]) => Buffer;
  readonly parse: (text: Buffer) => readonly RequestFields[];
  readonly serialise: (answers: readonly (readonly WrittenResult[])[]) => unknown;
}

export function singleForm(lookup: RateLookup): RequestForm {
  return {
    form: "fromQuery",
    lookupsPerRequest: 1,
    text: ([first]) => Buffer.from(pathOf(first as Lookup).split("?")[1] ?? ""),
    parse: (text) => [parseQuery(text.toString("latin1"))],
    serialise: ([results = []]) => lookup.resultsJson(results),
  };
}

export function batchForm(lookup: RateLookup, items: number): RequestForm {
  return {
    form: "fromItem",
    lookupsPerRequest: items,
    text: (lookups) => Buffer.from(batchOf(lookups).body),
    parse: (text) => {
      const body = parseJson(text);
      return body.ok ? (body.value as { readonly requests: readonly RequestFields[] }).requests : [];
    },
    serialise: (answers) => {
      const list = new JsonList(
        `{"batch_size":${answers.length},"responses":`,
        ([index, results]: readonly [number, readonly WrittenResult[]]) => answeredJson(index, null, results, lookup),
      );
      for (const answer of answers.entries()) list.add(answer);
      return list.end("}");
    },
  };
}
