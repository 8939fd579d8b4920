import type { Json } from "./json-schema.ts";

/** The second media type of every answer that is read, with what it looks like where that is known. */
export function csvMedia(rows: string, example: string | null | undefined): Json {
  const schema = {
    type: "string",
    description: `${rows} The first line has the headings; null is empty, lists have | between their entries.`,
  };
  return { "text/csv": example == null ? { schema } : { schema, example } };
}
