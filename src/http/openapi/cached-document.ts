import type { Release } from "../../release/release.ts";
import type { AppDependencies } from "../dependencies.ts";
import { createOpenApi } from "./document.ts";
import { type ExamplesOf, workedExamples } from "./worked-examples.ts";

/**
 * The document as text, made when it is first asked for and again when the data changes: its
 * examples are answers of the loaded release. Starting the service does not wait for it.
 */
export function openApiDocument({
  states,
  releases,
  longWork,
  isLongWorkDone,
  today,
}: AppDependencies): () => Promise<string> {
  let madeFrom: Release | null | undefined;
  let text: Promise<string> = Promise.resolve("");

  return () => {
    if (madeFrom === releases.current && madeFrom !== undefined) return text;
    madeFrom = releases.current;
    text = make();
    // What failed is not kept.
    text.catch(() => {
      madeFrom = undefined;
    });
    return text;
  };

  function examplesFrom(release: Release): Promise<ExamplesOf> {
    const held = states.filter(({ code }) => release.states.has(code));
    return workedExamples(held, longWork(release), today());
  }

  async function make(): Promise<string> {
    const borrowed = releases.borrow();
    try {
      const examples = borrowed === null ? () => [] : await examplesFrom(borrowed.release);
      // Examples that nobody answers now are left out, and asked for again the next time.
      if (borrowed !== null && !isLongWorkDone(borrowed.release)) madeFrom = undefined;
      return JSON.stringify(createOpenApi(states, examples));
    } finally {
      borrowed?.giveBack();
    }
  }
}
