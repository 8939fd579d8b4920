import { batchAnswerOf, batchPath, type KnownLookup } from "../fire/known-lookups.ts";
import type { Expected } from "../soak/mix.ts";
import type { PricedRelease } from "./priced-releases.ts";

/** What a request must be answered with by whatever release the answer names. */
export class RightAnswers {
  readonly #byHeader: ReadonlyMap<string, ReadonlyMap<string, KnownLookup>>;

  constructor(releases: readonly PricedRelease[]) {
    this.#byHeader = new Map(
      releases.map(({ header, lookups }) => [
        header,
        new Map(
          lookups.flatMap((lookup) => [
            [lookup.path, lookup],
            [itemKey(batchPath(lookup), lookup.query), lookup],
          ]),
        ),
      ]),
    );
  }

  /** The request with the answer of the named release; null when no such release was ever pushed. */
  under(header: string | undefined, expected: Expected): Expected | null {
    if (expected.body === null || expected.kind === "search") return expected;
    const known = this.#byHeader.get(header ?? "");
    if (known === undefined) return null;
    if (expected.kind !== "batch") return { ...expected, body: known.get(expected.sent.path)?.answer ?? "" };
    const items = itemsOf(expected).map((query) => known.get(itemKey(expected.sent.path, query)) as KnownLookup);
    return { ...expected, body: batchAnswerOf(items) };
  }
}

/** How many lookups a request costs when it is answered. */
export function lookupsOf(expected: Expected): number {
  if (expected.kind === "batch") return itemsOf(expected).length;
  return expected.kind === "lookup" || expected.kind === "lookup by name" ? 1 : 0;
}

function itemsOf({ sent }: Expected): readonly KnownLookup["query"][] {
  return (JSON.parse(String(sent.body)) as { requests: KnownLookup["query"][] }).requests;
}

/** Items of a batch name no state: its path does. */
function itemKey(path: string, query: KnownLookup["query"]): string {
  return `${path} ${JSON.stringify(query)}`;
}
