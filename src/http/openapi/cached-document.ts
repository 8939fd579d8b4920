import { Buffer } from "node:buffer";
import type { Release } from "../../release/release.ts";
import type { AppDependencies } from "../dependencies.ts";
import { createOpenApi } from "./document.ts";
import type { NotLoadedIn } from "./state-operations.ts";
import { type ExamplesOf, workedExamples } from "./worked-examples.ts";

/**
 * The document, one copy for all who ask; made when it is first asked for and again when the data changes: its
 * examples are answers of the loaded release. Starting the service does not wait for it.
 */
export function openApiDocument({
  states,
  releases,
  longWork,
  isLongWorkDone,
  today,
}: AppDependencies): () => Promise<Buffer> {
  let madeFrom: Release | null | undefined;
  let document: Promise<Buffer> = Promise.resolve(Buffer.alloc(0));

  return () => {
    if (madeFrom === releases.current && madeFrom !== undefined) return document;
    madeFrom = releases.current;
    document = make();
    // What failed is not kept.
    document.catch(() => {
      madeFrom = undefined;
    });
    return document;
  };

  function examplesFrom(release: Release): Promise<ExamplesOf> {
    const held = states.filter(({ code }) => release.states.has(code));
    return workedExamples(held, longWork(release), today());
  }

  async function make(): Promise<Buffer> {
    const borrowed = releases.borrow();
    try {
      const examples = borrowed === null ? () => [] : await examplesFrom(borrowed.release);
      // Examples that nobody answers now are left out, and asked for again the next time.
      if (borrowed !== null && !isLongWorkDone(borrowed.release)) madeFrom = undefined;
      const notLoadedIn: NotLoadedIn = ({ code }, setting) =>
        borrowed?.release.states.get(code)?.notLoaded.get(setting)?.message ?? null;
      return Buffer.from(JSON.stringify(createOpenApi(states, examples, notLoadedIn)));
    } finally {
      borrowed?.giveBack();
    }
  }
}
