/** Work that waits for its turn. */
interface Waiting {
  readonly keyId: string;
  /** Bytes of its file: the best estimate of how long it takes. */
  readonly bytes: number;
}

interface Entry<Item> {
  readonly item: Item;
  passedOver: number;
}

/** How often shorter files of a key may pass over a longer one of that key. */
const PASSED_OVER_MAX = 4;

/**
 * The order of work: rounds, in which every key with waiting files gets one turn. Within a round the key with the shortest
 * file comes first, and each key offers its shortest file.
 *
 * So a client with ten files delays another by one of them, and a short file waits for no long one of another key that has
 * not begun. A long file is not passed over for ever, since every key has one turn per round. Shortest first over all keys
 * would let short files starve a long one; first come, first served would let one key hold the place for all its files.
 */
export class Turns<Item extends Waiting> {
  readonly #byKey = new Map<string, Entry<Item>[]>();
  /** Keys that have had their turn in this round. */
  readonly #served = new Set<string>();

  get size(): number {
    return [...this.#byKey.values()].reduce((sum, { length }) => sum + length, 0);
  }

  get waiting(): readonly Item[] {
    return [...this.#byKey.values()].flatMap((entries) => entries.map(({ item }) => item));
  }

  hasOther(keyId: string): boolean {
    return this.#byKey.size > (this.#byKey.has(keyId) ? 1 : 0);
  }

  push(item: Item): void {
    const entry = { item, passedOver: 0 };
    const ofKey = this.#byKey.get(item.keyId);
    if (ofKey === undefined) this.#byKey.set(item.keyId, [entry]);
    else ofKey.push(entry);
  }

  /** Removes and returns the next one, of the keys that may have a turn; null when there is none. */
  next(mayHaveTurn: (keyId: string) => boolean = () => true): Item | null {
    const offers = [...this.#byKey].flatMap(([keyId, entries]) => (mayHaveTurn(keyId) ? [offerOf(entries)] : []));
    if (offers.length === 0) return null;
    const ofRound = offers.filter(({ item }) => !this.#served.has(item.keyId));
    // All of these keys have had their turn: the next round begins.
    if (ofRound.length === 0) this.#served.clear();
    const { item } = shortest(ofRound.length === 0 ? offers : ofRound);
    for (const entry of this.#byKey.get(item.keyId) ?? []) entry.passedOver += 1;
    this.remove(item);
    this.#served.add(item.keyId);
    return item;
  }

  /** Whether it was waiting. */
  remove(item: Item): boolean {
    const entries = this.#byKey.get(item.keyId) ?? [];
    const left = entries.filter((entry) => entry.item !== item);
    if (left.length === 0) this.#byKey.delete(item.keyId);
    else this.#byKey.set(item.keyId, left);
    return left.length < entries.length;
  }

  clear(): void {
    this.#byKey.clear();
    this.#served.clear();
  }
}

/** The next file of a key: one that was passed over too often, otherwise the shortest; of equal ones the first. */
function offerOf<Item extends Waiting>(entries: readonly Entry<Item>[]): Entry<Item> {
  return entries.find(({ passedOver }) => passedOver >= PASSED_OVER_MAX) ?? shortest(entries);
}

function shortest<Item extends Waiting>(entries: readonly Entry<Item>[]): Entry<Item> {
  return entries.reduce((best, each) => (each.item.bytes < best.item.bytes ? each : best));
}
