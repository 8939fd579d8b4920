import type { RateLookup } from "../pricing/lookup.ts";
import type { State } from "../pricing/state.ts";
import { quoted } from "../reading/refusal.ts";
import { Places } from "../timing/places.ts";
import { nextSlice } from "../timing/turns.ts";
import { writeRateLimit } from "./access.ts";
import { batchAnswer } from "./batch.ts";
import type { AppDependencies } from "./dependencies.ts";
import type { Exchange } from "./exchange.ts";
import { type JsonBody, parseJson } from "./json-body.ts";
import { HTTP_LIMITS } from "./limits.ts";
import { type Problem, problemOfFaults } from "./problem.ts";
import type { Query } from "./query.ts";
import { withState } from "./readiness.ts";

/**
 * Batches take their turns one after the other: side by side none would end sooner, and the items of all of them would
 * be memory that the garbage collector walks through while others wait.
 */
const places = new Places(HTTP_LIMITS.batchesAtOnce);

/** POST /<state>/<setting>/rate/batch (conventions 5), once the request has been let in and its body has arrived. */
export async function answerBatch(
  exchange: Exchange,
  body: Buffer,
  state: State,
  lookup: RateLookup,
  dependencies: AppDependencies,
): Promise<void> {
  await places.use(async (leave) => {
    let slices = 0;
    const mayGoOn = () => {
      slices += 1;
      if (slices === HTTP_LIMITS.batchSlicesInPlace) leave();
      return !exchange.response.destroyed;
    };
    await nextSlice();
    if (mayGoOn()) await answerItems(exchange, body, state, lookup, dependencies, mayGoOn);
  });
}

async function answerItems(
  exchange: Exchange,
  body: Buffer,
  state: State,
  lookup: RateLookup,
  dependencies: AppDependencies,
  mayGoOn: () => boolean,
): Promise<void> {
  const batch = itemsOf(parseJson(body), exchange.query);
  if (!batch.ok) {
    exchange.sendProblem(batch.problem);
    return;
  }
  const { items } = batch;
  await chargeFurther(exchange, items.length - 1, dependencies);
  await withState(state, dependencies, exchange, async (source) => {
    const json = await batchAnswer(lookup, items, source, { today: dependencies.today() }, mayGoOn);
    exchange.lookups = items.length;
    exchange.sendJson(json);
  });
}

type Items =
  | { readonly ok: true; readonly items: readonly unknown[] }
  | { readonly ok: false; readonly problem: Problem };

function itemsOf(body: JsonBody, query: Query): Items {
  if (!body.ok) return body;
  const { value } = body;
  const requests =
    typeof value === "object" && value !== null && Object.hasOwn(value, "requests")
      ? (value as { readonly requests: unknown }).requests
      : undefined;
  if (!Array.isArray(requests)) {
    const detail = 'The body has no array "requests". Send {"requests": [ ... ]} with one object per lookup.';
    return { ok: false, problem: { code: "invalid_json", detail } };
  }
  const { batchItemsMax } = HTTP_LIMITS;
  if (requests.length > batchItemsMax) {
    const detail = `The batch has ${requests.length} items; at most ${batchItemsMax} are allowed. Split it.`;
    return { ok: false, problem: { code: "batch_too_large", detail } };
  }
  const [parameter] = Object.keys(query);
  return parameter === undefined ? { ok: true, items: requests } : { ok: false, problem: notInQuery(parameter) };
}

/** A query parameter of a batch would have no effect, and whoever sent it expects one. */
function notInQuery(parameter: string): Problem {
  const message = `${quoted(parameter)} is in the query string, where a batch has no parameters; put it into each item that it is meant for.`;
  return problemOfFaults([{ field: parameter.slice(0, 60), code: "unknown_parameter", message }]);
}

/** Charges the items beyond the one that was charged on arrival; never refused (see `access.ts`). */
async function chargeFurther(exchange: Exchange, lookups: number, { limits }: AppDependencies): Promise<void> {
  if (exchange.key === null || lookups <= 0) return;
  writeRateLimit(exchange, await limits.take(exchange.key, lookups));
}
