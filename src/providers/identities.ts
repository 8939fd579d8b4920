import { TextGroups } from "../dataset/texts/text-groups.ts";
import { readNumbers } from "./index-bytes.ts";
import type { Ranks } from "./ranking.ts";
import type { ProviderIndexWriter, ProviderStore } from "./store.ts";

const PROVIDERS = "providers";
const SEPARATOR = "\u001f";
const ABSENT = "\u0000";

/** Which provider each row belongs to: rows of one identity have one number (conventions 3.3). */
export class IdentitiesBuilder {
  readonly #identities = new TextGroups();

  /** Adds the identity of the next row. */
  add(identity: readonly (string | null)[]): void {
    let key = "";
    for (const part of identity) key += (part ?? ABSENT) + SEPARATOR;
    this.#identities.add(key);
  }

  /** Where every row is a provider of its own there is nothing to store. */
  write(writer: ProviderIndexWriter, ranks: Ranks): void {
    const firstEquals = this.#identities.firstEquals();
    if (firstEquals === null) return;
    const providers = ranks.inOrder(firstEquals);
    writer.writeIndex(
      PROVIDERS,
      providers.map((first) => ranks.of(first)),
    );
  }
}

/** The provider of each row, or null where every row is a provider of its own. */
export function readProviders(store: ProviderStore): Uint32Array | null {
  return store.indexBytes(PROVIDERS) === 0 ? null : readNumbers(store, PROVIDERS);
}
