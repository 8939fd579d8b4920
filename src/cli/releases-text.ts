import type { PushOutcome, ServingNode } from "../catalogue/release-catalogue.ts";

const MEGABYTE = 1_000_000;

/** A size for people: `0.4 MB`, `382.1 MB`. */
export function megabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(1)} MB`;
}

const OUTCOMES: Readonly<Record<PushOutcome, string>> = {
  pushed: "is pushed",
  renewed: "is pushed, in the place of a file with the same content",
  "already there": "is there already",
};

export function outcomeText(outcome: PushOutcome): string {
  return OUTCOMES[outcome];
}

/** A line of a table holds so many names; JSON has all. */
const NODES_SHOWN = 4;

export function nodesText(nodes: readonly ServingNode[]): string {
  const shown = nodes.slice(0, NODES_SHOWN).map(({ host, port }) => `${host}:${port}`);
  const more = nodes.length - shown.length;
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join(", ");
}
