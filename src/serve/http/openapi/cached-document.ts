import { Buffer } from "node:buffer";
import type { Release } from "../../../release/release.ts";
import type { AppDependencies } from "../dependencies.ts";
import type { NotLoadedIn } from "./answer-operation.ts";
import { createOpenApi } from "./document.ts";
import type { DocumentName } from "./media-types.ts";
import { type ExamplesOf, workedExamples } from "./worked-examples.ts";

type Documents = Readonly<Record<DocumentName, Buffer>>;

/** The documents with what they were made from. */
interface Kept {
  readonly release: Release | null;
  readonly documents: Promise<Documents>;
  /** Whether they have their examples: without the thread that answers them they have none. */
  hasExamples: boolean;
}

/**
 * The documents, one copy for all requests; made with the first request and again when the data changes: their examples are
 * answers of the loaded release. Those without examples are kept until they can be answered. Starting the service does not
 * wait for them.
 */
export function openApiDocuments({
  states,
  releases,
  longWork,
  isLongWorkDone,
  today,
}: AppDependencies): (name: DocumentName) => Promise<Buffer> {
  let kept: Kept | null = null;

  return async (name) => {
    if (kept === null || !isCurrent(kept)) kept = keep();
    return (await kept.documents)[name];
  };

  function isCurrent({ release, hasExamples }: Kept): boolean {
    return release === releases.current && (hasExamples || release === null || !isLongWorkDone(release));
  }

  function keep(): Kept {
    const documents = make(() => {
      making.hasExamples = false;
    });
    const making: Kept = { release: releases.current, documents, hasExamples: true };
    // What failed is not kept.
    documents.catch(() => {
      if (kept === making) kept = null;
    });
    return making;
  }

  function examplesFrom(release: Release): Promise<ExamplesOf> {
    const held = states.filter(({ code }) => release.states.has(code));
    return workedExamples(held, longWork(release), today());
  }

  async function make(onNoExamples: () => void): Promise<Documents> {
    const borrowed = releases.borrow();
    try {
      const examples = borrowed === null ? () => [] : await examplesFrom(borrowed.release);
      // Examples that cannot be answered now are left out.
      if (borrowed !== null && !isLongWorkDone(borrowed.release)) onNoExamples();
      const notLoadedIn: NotLoadedIn = ({ code }, setting) =>
        borrowed?.release.states.get(code)?.notLoaded.get(setting)?.message ?? null;
      const printed = (name: DocumentName) =>
        Buffer.from(JSON.stringify(createOpenApi(states, examples, { name, notLoadedIn })));
      return { json: printed("json"), tables: printed("tables") };
    } finally {
      borrowed?.giveBack();
    }
  }
}
