/**
 * A bounded cache that drops what was least recently used (LRU), roughly, in two generations: when the young one is full it
 * becomes the old one, and the old one is dropped with everything in it that was not used meanwhile.
 */
export class RecentlyUsed<Key, Value> {
  readonly #youngMax: number;
  #young = new Map<Key, Value>();
  #old = new Map<Key, Value>();

  /** Holds at least `heldMax / 2` and at most `heldMax` values. */
  constructor(heldMax: number) {
    this.#youngMax = Math.max(1, Math.floor(heldMax / 2));
  }

  get(key: Key): Value | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: Key, value: Value): void {
    if (this.#young.size >= this.#youngMax) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }
}

/** Values by the last part of a key, and so on by the part before it. */
type Level = Map<unknown, unknown>;

/**
 * `RecentlyUsed` for keys of several parts, as many for every value. Each part is looked up by itself: codes and
 * identifiers know their hash, a text joined of them would be put together and hashed each time.
 */
export class RecentlyUsedKeys<Value extends NonNullable<unknown>> {
  readonly #youngMax: number;
  #young: Level = new Map();
  #youngCount = 0;
  #old: Level = new Map();

  /** Holds at least `heldMax / 2` and at most `heldMax` values. */
  constructor(heldMax: number) {
    this.#youngMax = Math.max(1, Math.floor(heldMax / 2));
  }

  get(key: readonly unknown[]): Value | undefined {
    const young = valueIn(this.#young, key) as Value | undefined;
    if (young !== undefined) return young;
    const old = valueIn(this.#old, key) as Value | undefined;
    if (old !== undefined) this.set(key, old);
    return old;
  }

  /** Gives a key that has none its value. */
  set(key: readonly unknown[], value: Value): void {
    if (this.#youngCount >= this.#youngMax) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#youngCount = 0;
    }
    this.#youngCount += 1;
    let level = this.#young;
    for (let place = 0; place < key.length - 1; place += 1) level = levelIn(level, key[place]);
    level.set(key.at(-1), value);
  }
}

/** A key without parts, of a table that is read whole, is one undefined part. */
function valueIn(level: Level, key: readonly unknown[]): unknown {
  let found = level.get(key[0]);
  for (let place = 1; place < key.length && found !== undefined; place += 1) found = (found as Level).get(key[place]);
  return found;
}

function levelIn(level: Level, part: unknown): Level {
  const known = level.get(part) as Level | undefined;
  if (known !== undefined) return known;
  const added: Level = new Map();
  level.set(part, added);
  return added;
}

/** Makes something at most once in a while (a memoised promise with a time to live): all who ask meanwhile share it. What failed is not kept. */
export function sharedFor<Made>(
  milliseconds: number,
  make: () => Promise<Made>,
  now = () => performance.now(),
): () => Promise<Made> {
  let made: Promise<Made> | null = null;
  /** While it is being made, all wait for it, however long that takes. */
  let madeAt = Number.POSITIVE_INFINITY;
  return () => {
    if (made !== null && now() - madeAt < milliseconds) return made;
    const making = make();
    made = making;
    madeAt = Number.POSITIVE_INFINITY;
    making.then(
      () => {
        madeAt = now();
      },
      () => {
        made = null;
      },
    );
    return making;
  };
}
