/**
 * A bounded cache with approximate LRU eviction, in two generations. When the young one is full it becomes the old one,
 * and the previous old one is dropped.
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
 * `RecentlyUsed` for keys of several parts. Each part is looked up by itself: short texts have their hash already,
 * while a joined text would be built and hashed each time.
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

  /** The key must be new. */
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

/** A key without parts (a table read whole) is one undefined part. */
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

/** A memoised promise with a time to live: callers in the meantime share it. A failure is not kept. */
export function sharedFor<Made>(
  milliseconds: number,
  make: () => Promise<Made>,
  now = () => performance.now(),
): () => Promise<Made> {
  let made: Promise<Made> | null = null;
  /** Infinite while the promise is pending: all callers wait for it. */
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
