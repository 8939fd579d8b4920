import type { Budget } from "../fire/budget.ts";
import { within } from "../fire/budget.ts";
import { type Answer, Client, type Sent } from "../fire/http.ts";
import { inParallel } from "../fire/in-parallel.ts";
import type { Random } from "../fire/random.ts";
import { Contract } from "./contract.ts";
import type { FuzzedServer } from "./fuzzed-server.ts";
import { hostileRequest } from "./hostile-requests.ts";
import { type Json, type Operation, operationsOf } from "./openapi.ts";
import { mutatedFields, realValues, requestWith, validFields } from "./requests.ts";

/** Enough to have answers overtake each other; few enough that none waits for its turn. */
const LANES = 4;
const BATCH_ITEMS_MAX = 8;
/** What is shown of a body; the seed makes it again as a whole. */
const SHOWN_LENGTH_MAX = 4_000;

interface Tried {
  readonly kind: "valid" | "mutated" | "hostile";
  readonly operation: Operation;
  readonly sent: Sent;
}

/** Sends requests made from the service's own document, and holds every answer against it. */
export async function fuzzRequests(server: FuzzedServer): Promise<void> {
  const { port, key, random, budget, patience, findings } = server;
  const client = new Client(port, undefined, patience);
  try {
    const document = JSON.parse((await client.get("/openapi.json", key)).body) as Json;
    const contract = new Contract(document, patience);
    const next = requestMaker(operationsOf(document), key, random, budget);
    let slowest = 0;
    await inParallel(LANES, next, async ({ kind, operation, sent }) => {
      const row = `requests, ${kind}`;
      const answer = await client.send(sent).catch((error: Error) => error);
      if (!(answer instanceof Error)) slowest = Math.max(slowest, answer.milliseconds);
      findings.check(row, problemOf(contract, operation, sent, kind, answer), shownRequest(sent));
      findings.note(row, `slowest of all ${Math.round(slowest)} ms`);
    });
  } finally {
    client.close();
  }
}

function requestMaker(
  operations: readonly Operation[],
  key: string,
  random: Random,
  budget: Budget,
): () => Tried | null {
  const real = realValues();
  const isOn = within(budget);
  let place = 0;
  return () => {
    if (!isOn()) return null;
    const operation = operations[place % operations.length] as Operation;
    place += 1;
    const kind = random.pick(["valid", "mutated", "mutated", "hostile"] as const);
    if (kind === "hostile") return { kind, operation, sent: hostileRequest(operation, key, random) };
    const make = kind === "valid" ? validFields : mutatedFields;
    const items = Array.from({ length: random.whole(BATCH_ITEMS_MAX) + 1 }, () => make(operation, real, random));
    return { kind, operation, sent: requestWith(operation, items, key) };
  };
}

function problemOf(
  contract: Contract,
  operation: Operation,
  sent: Sent,
  kind: Tried["kind"],
  answer: Answer | Error,
): string | null {
  if (answer instanceof Error) return `the connection broke: ${answer.message}`;
  // The answer to HEAD has no body to look at.
  if (sent.method === "HEAD") return answer.status < 500 ? null : `answered ${answer.status}`;
  // Further dependencies exist only in words: only the beginning of an example is known to be complete.
  const isWhole = operation.examples.length > 0 || operation.parameters.length === 0;
  if (kind === "valid" && isWhole && answer.status !== 200)
    return `refused with ${answer.status}: ${answer.body.slice(0, 300)}`;
  return contract.problemOf(operation, answer);
}

/** A request as a finding shows it, its key left out. */
function shownRequest({ method, path, headers, body }: Sent): unknown {
  const { authorization, ...others } = headers;
  const text = body === undefined ? undefined : String(body);
  return {
    method,
    path: path.slice(0, SHOWN_LENGTH_MAX),
    headers: { ...others, authorization: authorization === undefined ? undefined : "Bearer <key>" },
    body: text?.slice(0, SHOWN_LENGTH_MAX),
    bodyBytes: body === undefined ? 0 : Buffer.byteLength(body),
  };
}
