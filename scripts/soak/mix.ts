import { API_PREFIX, SEARCH_PATH } from "../../src/http/endpoints.ts";
import { Client, type Sent } from "../fire/http.ts";
import { batchAnswerOf, batchPath, type KnownLookup } from "../fire/known-lookups.ts";
import type { Random } from "../fire/random.ts";
import { providerValues } from "../fire/sample.ts";

/** A request of the mix, and how it must be answered. */
export interface Expected {
  readonly kind: string;
  readonly sent: Sent;
  readonly status: number;
  /** Null where only the status is known. */
  readonly body: string | null;
}

const BATCH_ITEMS = 25;
const STATES = ["ca", "fl", "ny", "ga"];
/** How many of a hundred requests are of a kind; the rest are single lookups. */
const SHARES = { batch: 8, search: 6, bad: 8 } as const;

/** What clients of a busy day send, each with the answer that is right. */
export class Mix {
  readonly #key: string;
  readonly #lookups: readonly KnownLookup[];
  readonly #searches: readonly Expected[];
  readonly #byEndpoint: readonly (readonly KnownLookup[])[];

  private constructor(key: string, lookups: readonly KnownLookup[], searches: readonly Expected[]) {
    this.#key = key;
    this.#lookups = lookups;
    this.#searches = searches;
    this.#byEndpoint = [...Map.groupBy(lookups, batchPath).values()];
  }

  /** Searches are answered once before there is any load; those answers are the right ones. */
  static async quietly(port: number, key: string, lookups: readonly KnownLookup[], random: Random): Promise<Mix> {
    const client = new Client(port, 1);
    const searches: Expected[] = [];
    for (const state of STATES) {
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

  next(random: Random): Expected {
    const roll = random.whole(100);
    if (roll < SHARES.batch) return this.#batch(random);
    if (roll < SHARES.batch + SHARES.search) return random.pick(this.#searches);
    if (roll < SHARES.batch + SHARES.search + SHARES.bad) return this.#bad(random);
    const { path, query, answer } = random.pick(this.#lookups);
    const kind = query.provider_name === undefined ? "lookup" : "lookup by name";
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
