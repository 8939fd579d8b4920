import { fieldsOf, resultWriter } from "./json-writer.ts";
import type { WrittenResult } from "./result.ts";
import type { ResultSchema } from "./result-fields.ts";

/** Turns the results of a lookup into a JSON array. */
export type ResultsJson = (results: readonly WrittenResult[]) => string;

/** The results of one lookup as JSON.stringify would write them, but in the order of their schema. */
export function resultsJson({ object }: Pick<ResultSchema, "object">): ResultsJson {
  const resultJson = resultWriter(fieldsOf(object));
  return (results) => {
    let json = "[";
    for (let place = 0; place < results.length; place += 1) {
      if (place > 0) json += ",";
      json += resultJson((results[place] as WrittenResult).result);
    }
    return `${json}]`;
  };
}
