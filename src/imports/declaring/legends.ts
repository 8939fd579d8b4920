import type { Column } from "../../dataset/column.ts";
import { failure } from "../../runtime/failure.ts";
import { quoted, Refusal } from "../../text/refusal.ts";

/** What the words or codes of a publication mean, word by word. */
export type Legend = Readonly<Record<string, string | number | boolean>>;

export type Legends = Readonly<Record<string, Legend>>;

/** A legend with its meanings read as a column of a table reads its cells; what a user wrote into it may be refused. */
export function legendOf<Value>(
  legends: Legends,
  name: string,
  column: Column<Value | null>,
): ReadonlyMap<string, Value> {
  const meanings = new Map<string, Value>();
  for (const [word, meaning] of Object.entries(legends[name] ?? {})) {
    const value = column.read(String(meaning).trim());
    if (value instanceof Refusal) {
      throw failure(`legend ${name}: ${quoted(word)} means ${quoted(meaning)}, expected ${value.expected}`);
    }
    // Columns read no text as nothing.
    meanings.set(word, value as Value);
  }
  return meanings;
}
