import { GrowingNumbers } from "../text/tables/growing-numbers.ts";
import { TextGroups } from "../text/tables/text-groups.ts";
import type { Ranks } from "./ranking.ts";
import { REPEATED } from "./repeated-providers.ts";
import { compacted } from "./row-set.ts";
import type { ProviderIndexWriter } from "./store.ts";

const SEPARATOR = "\u001f";
const ABSENT = "\u0000";

/** Tells which rows are of one provider: those of one identity (conventions 3.3). */
export class IdentitiesBuilder {
  readonly #identities = new TextGroups();

  /** Adds the identity of the next row. */
  add(identity: readonly (string | null)[]): void {
    let key = "";
    for (const part of identity) key += (part ?? ABSENT) + SEPARATOR;
    this.#identities.add(key);
  }

  /** Only providers that have several rows are stored, each under a number from 0. */
  write(writer: ProviderIndexWriter, ranks: Ranks): void {
    const firstEquals = this.#identities.firstEquals();
    if (firstEquals === null) {
      writer.writeIndex(REPEATED.providers, new Uint32Array());
      return;
    }
    const identities = ranks.inOrder(firstEquals);
    const rowCounts = new Uint32Array(identities.length);
    for (const identity of identities) rowCounts[identity] = (rowCounts[identity] as number) + 1;

    const rows = new GrowingNumbers();
    const providers = new GrowingNumbers();
    const numbers = new Map<number, number>();
    for (let row = 0; row < identities.length; row += 1) {
      const identity = identities[row] as number;
      if (rowCounts[identity] === 1) continue;
      const provider = numbers.get(identity) ?? numbers.size;
      numbers.set(identity, provider);
      rows.push(row);
      providers.push(provider);
    }
    writer.writeRows(REPEATED.rows, REPEATED.number, compacted(rows.view(), identities.length));
    writer.writeIndex(REPEATED.providers, providers.view());
  }
}
