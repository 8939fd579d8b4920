import { detached } from "../dataset/texts/detached.ts";
import { fieldsOf, providerWriter, resultWriter, type Section, type WrittenField } from "./json-writer.ts";
import type { ProviderResult } from "./lookup.ts";
import type { ResultSchema } from "./result-fields.ts";

/** Turns the results of a lookup into a JSON array. */
export type ResultsJson = (results: readonly ProviderResult[]) => string;

/**
 * The results of one lookup as JSON.stringify would write them, but in the order of their schema. A third of a result says
 * who the provider is. Claims come from few providers at a time, so that part is written once for each whose row is kept
 * in memory. It is found by the row, and goes with it.
 */
export function resultsJson({ object, providerFields }: ResultSchema): ResultsJson {
  const sections = sectionsOf(fieldsOf(object), new Set(providerFields));
  const resultJson = resultWriter(sections);
  const providerTexts = providerWriter(sections);
  const textsOfKeptRows = new WeakMap<object, readonly string[]>();

  function textsAbout({ keptRow, result }: ProviderResult): readonly string[] {
    if (keptRow === null) return providerTexts(result);
    const kept = textsOfKeptRows.get(keptRow);
    if (kept !== undefined) return kept;
    const texts = providerTexts(result).map(detached);
    textsOfKeptRows.set(keptRow, texts);
    return texts;
  }

  return (results) => {
    let json = "[";
    for (let place = 0; place < results.length; place += 1) {
      const each = results[place] as ProviderResult;
      if (place > 0) json += ",";
      json += resultJson(each.result, textsAbout(each));
    }
    return `${json}]`;
  };
}

function sectionsOf(fields: readonly WrittenField[], providerFields: ReadonlySet<string>): readonly Section[] {
  const sections: { readonly isProviders: boolean; readonly fields: WrittenField[] }[] = [];
  for (const field of fields) {
    const isProviders = providerFields.has(field.name);
    const last = sections.at(-1);
    if (last?.isProviders === isProviders) last.fields.push(field);
    else sections.push({ isProviders, fields: [field] });
  }
  return sections;
}
