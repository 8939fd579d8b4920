import { Buffer } from "node:buffer";
import type { Release } from "../../release/release.ts";
import type { AppDependencies } from "../dependencies.ts";
import { createOpenApi } from "./document.ts";
import type { NotLoadedIn } from "./state-operations.ts";
import { type ExamplesOf, workedExamples } from "./worked-examples.ts";

/** A document with what it was made from. */
interface Kept {
  readonly release: Release | null;
  readonly document: Promise<Buffer>;
  /** Whether it has its examples: without the thread that answers them it has none. */
  hasExamples: boolean;
}

/**
 * The document, one copy for all requests; made with the first request and again when the data changes: its examples are
 * answers of the loaded release. One without examples is kept until they can be answered. Starting the service does not
 * wait for it.
 */
export function openApiDocument({
  states,
  releases,
  longWork,
  isLongWorkDone,
  today,
}: AppDependencies): () => Promise<Buffer> {
  let kept: Kept | null = null;

  return () => {
    if (kept === null || !isCurrent(kept)) kept = keep();
    return kept.document;
  };

  function isCurrent({ release, hasExamples }: Kept): boolean {
    return release === releases.current && (hasExamples || release === null || !isLongWorkDone(release));
  }

  function keep(): Kept {
    const document = make(() => {
      making.hasExamples = false;
    });
    const making: Kept = { release: releases.current, document, hasExamples: true };
    // What failed is not kept.
    document.catch(() => {
      if (kept === making) kept = null;
    });
    return making;
  }

  function examplesFrom(release: Release): Promise<ExamplesOf> {
    const held = states.filter(({ code }) => release.states.has(code));
    return workedExamples(held, longWork(release), today());
  }

  async function make(onNoExamples: () => void): Promise<Buffer> {
    const borrowed = releases.borrow();
    try {
      const examples = borrowed === null ? () => [] : await examplesFrom(borrowed.release);
      // Examples that cannot be answered now are left out.
      if (borrowed !== null && !isLongWorkDone(borrowed.release)) onNoExamples();
      const notLoadedIn: NotLoadedIn = ({ code }, setting) =>
        borrowed?.release.states.get(code)?.notLoaded.get(setting)?.message ?? null;
      return Buffer.from(JSON.stringify(createOpenApi(states, examples, notLoadedIn)));
    } finally {
      borrowed?.giveBack();
    }
  }
}
