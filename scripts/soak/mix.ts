import { API_PREFIX, SEARCH_PATH } from "../../src/pricing/state/api-paths.ts";
import { states } from "../../src/states/index.ts";
import { Client, type Sent } from "../fire/http.ts";
import { batchAnswerOf, batchPath, type KnownLookup } from "../fire/known-lookups.ts";
import type { Random } from "../fire/random.ts";
import { providerValues } from "../fire/sample.ts";

/** How many of a hundred clients send requests of a kind. */
export const SHARES = { lookup: 66, "lookup by name": 12, batch: 8, search: 6, "bad request": 8 } as const;

export type Kind = keyof typeof SHARES;

export const KINDS = Object.keys(SHARES) as readonly Kind[];

/** One kind for each of a hundred clients. */
const HUNDRED: readonly Kind[] = KINDS.flatMap((kind) => Array.from({ length: SHARES[kind] }, () => kind));

/** A request of the mix, and how it must be answered. */
export interface Expected {
  readonly kind: Kind;
  readonly sent: Sent;
  readonly status: number;
  /** Null where only the status is known. */
  readonly body: string | null;
}

const BATCH_ITEMS = 25;

/** What clients of a busy day send, each with the answer that is right. */
export class Mix {
  readonly #key: string;
  readonly #lookups: readonly KnownLookup[];
  readonly #byIdentifier: readonly KnownLookup[];
  readonly #byName: readonly KnownLookup[];
  readonly #byEndpoint: readonly (readonly KnownLookup[])[];
  readonly #searches: readonly Expected[];

  private constructor(key: string, lookups: readonly KnownLookup[], searches: readonly Expected[]) {
    this.#key = key;
    this.#lookups = lookups;
    this.#byIdentifier = lookups.filter(({ query }) => query.provider_name === undefined);
    this.#byName = lookups.filter(({ query }) => query.provider_name !== undefined);
    this.#byEndpoint = [...Map.groupBy(lookups, batchPath).values()];
    this.#searches = searches;
  }

  /** Searches are answered once before there is any load; those answers are the right ones. */
  static async quietly(port: number, key: string, lookups: readonly KnownLookup[], random: Random): Promise<Mix> {
    const client = new Client(port, 1);
    const searches: Expected[] = [];
    for (const { code: state } of states) {
      for (const name of random.shuffled(providerValues(state, "provider_name")).slice(0, 5)) {
        const path = `${API_PREFIX}/${state}${SEARCH_PATH}?${new URLSearchParams({ provider_name: name.split(" ")[0] ?? name })}`;
        const { status, body } = await client.get(path, key);
        if (status !== 200) throw new Error(`${path} answers ${status} without any load: ${body}`);
        searches.push({ kind: "search", sent: { method: "GET", path, headers: bearer(key) }, status, body });
      }
    }
    client.close();
    return new Mix(key, lookups, searches);
  }

  /** A request of any kind, as often as there are clients of it. */
  any(random: Random): Expected {
    return this.next(random.pick(HUNDRED), random);
  }

  next(kind: Kind, random: Random): Expected {
    switch (kind) {
      case "lookup":
        return this.#lookup(kind, random.pick(this.#byIdentifier));
      case "lookup by name":
        return this.#lookup(kind, random.pick(this.#byName));
      case "batch":
        return this.#batch(random);
      case "search":
        return random.pick(this.#searches);
      case "bad request":
        return this.#bad(random);
    }
  }

  #lookup(kind: Kind, { path, answer }: KnownLookup): Expected {
    return { kind, sent: { method: "GET", path, headers: bearer(this.#key) }, status: 200, body: answer };
  }

  #batch(random: Random): Expected {
    const endpoint = random.pick(this.#byEndpoint);
    const items = Array.from({ length: BATCH_ITEMS }, () => random.pick(endpoint));
    const headers = { ...bearer(this.#key), "content-type": "application/json" };
    const body = JSON.stringify({ requests: items.map(({ query }) => query) });
    const sent = { method: "POST", path: batchPath(items[0] as KnownLookup), headers, body };
    return { kind: "batch", sent, status: 200, body: batchAnswerOf(items) };
  }

  #bad(random: Random): Expected {
    const { path } = random.pick(this.#lookups);
    const [bad, status] = random.pick([
      [`${path}&nonsense=1`, 400],
      [path.split("?")[0] as string, 400],
      [`${path}&api_key=x`, 400],
      ["/api/v1/ca/nothing", 404],
      [path.replace("/api/v1/", "/api/v1/x"), 404],
    ] as const);
    return { kind: "bad request", sent: { method: "GET", path: bad, headers: bearer(this.#key) }, status, body: null };
  }
}

function bearer(key: string): Record<string, string> {
  return { authorization: `Bearer ${key}` };
}
