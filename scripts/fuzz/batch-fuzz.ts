import { within } from "../fire/budget.ts";
import { Client } from "../fire/http.ts";
import type { FuzzedServer } from "./fuzzed-server.ts";
import { type Json, type Operation, operationsOf } from "./openapi.ts";
import { mutatedFields, realValues, requestWith, validFields } from "./requests.ts";

interface ItemAnswer {
  readonly index: number;
  readonly reference_id: string | null;
  readonly results: unknown;
  readonly error: { readonly errors: unknown } | null;
}

type Fields = Record<string, unknown>;

const ITEMS_MAX = 12;

/** A batch is its single lookups, and its items in another order are its answers in that order (conventions 5). */
export async function fuzzBatches(server: FuzzedServer): Promise<void> {
  const { port, key, random, budget, patience, findings } = server;
  const client = new Client(port, undefined, patience);
  const real = realValues();
  try {
    const operations = operationsOf(JSON.parse((await client.get("/openapi.json", key)).body) as Json);
    const batches = operations.filter(({ method }) => method === "post");
    const answersTo = async (operation: Operation, items: readonly Fields[]): Promise<readonly ItemAnswer[]> => {
      const { body } = await client.send(requestWith(operation, items, key));
      return (JSON.parse(body) as { responses: readonly ItemAnswer[] }).responses;
    };
    for (const isOn = within(budget); isOn(); ) {
      const batch = random.pick(batches);
      const single = operations.find(({ path }) => `${path}/batch` === batch.path) as Operation;
      const make = random.chance(0.7) ? validFields : mutatedFields;
      const items = Array.from({ length: random.whole(ITEMS_MAX) + 2 }, () => textOnly(make(single, real, random)));
      const answers = await answersTo(batch, asItems(batch, items));

      const place = random.whole(items.length);
      const alone = await client.send(requestWith(single, [items[place] as Fields], key));
      findings.check("batches, an item is its single lookup", difference(answers[place], alone.body), items[place]);

      const order = random.shuffled(items.map((_, index) => index));
      const permuted = await answersTo(
        batch,
        asItems(
          batch,
          order.map((index) => items[index] as Fields),
        ),
      );
      const isPermuted = order.every((index, at) => isSame(permuted[at], answers[index]));
      findings.check("batches, permuted items are permuted answers", isPermuted ? null : "differs", { items, order });
    }
  } finally {
    client.close();
  }
}

/** Only what means the same in a query and in JSON: text that is not empty and is well formed. */
function textOnly(fields: Fields): Fields {
  const kept = Object.entries(fields).filter(([name, value]) => name !== "" && String(value).isWellFormed());
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}

/** Truth values and integers are JSON's own in a batch; everything else is text in both. */
function asItems({ parameters }: Operation, items: readonly Fields[]): readonly Fields[] {
  const types = new Map(parameters.map(({ name, schema }) => [name, String(schema.type)]));
  const value = (name: string, text: string): unknown => {
    const type = types.get(name) ?? "string";
    // As a query string is read: trimmed, in any case, and 1 and 0 for true and false.
    const meant = text.trim().toLowerCase();
    if (type.startsWith("boolean") && /^(true|false|1|0)$/.test(meant)) return meant === "true" || meant === "1";
    if (type.startsWith("integer") && /^[0-9]{1,15}$/.test(meant)) return Number(meant);
    return text;
  };
  return items.map((fields) =>
    Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, value(name, text as string)])),
  );
}

function difference(item: ItemAnswer | undefined, alone: string): string | null {
  const single = JSON.parse(alone) as { errors?: readonly { field: string }[] } | readonly unknown[];
  if (Array.isArray(single)) return JSON.stringify(item?.results) === alone ? null : `the single lookup: ${alone}`;
  // How a value is quoted depends on its form (text, number); which fields are at fault does not.
  const fields = (errors: unknown) => (errors as readonly { field: string }[]).map(({ field }) => field).join(" ");
  const errors = (single as { errors?: readonly { field: string }[] }).errors ?? [];
  return fields(item?.error?.errors ?? []) === fields(errors) ? null : `the single lookup is refused: ${alone}`;
}

function isSame(left: ItemAnswer | undefined, right: ItemAnswer | undefined): boolean {
  return JSON.stringify({ ...left, index: 0 }) === JSON.stringify({ ...right, index: 0 });
}
