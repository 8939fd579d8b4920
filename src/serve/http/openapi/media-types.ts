import type { Operation } from "./components.ts";
import type { Json } from "./json-schema.ts";

/*
 * An operation declares every media type that it answers with. Generators of clients type such an answer as `string | Result[]`,
 * so the document that they read has JSON alone, and the other media types stand in a document beside it.
 */

/** `json`: what clients are generated from. `tables`: the CSV, HTML and workbooks that the same paths answer with. */
export type DocumentName = "json" | "tables";

/** Where the documents are. */
export const DOCUMENT_PATHS: Readonly<Record<DocumentName, string>> = {
  json: "/openapi.json",
  tables: "/openapi-tables.json",
};

const JSON_MEDIA = "application/json";

/** How the document with JSON alone names the other media types of an operation that has both. */
const IN_WORDS: Readonly<Record<string, string>> = { "text/csv": "As a table", "text/html": "As a page" };

/** The second media type of every answer that is read: what its rows are, and an example where there is one. */
export function csvMedia(rows: string, example: string | null | undefined): Json {
  const schema = { type: "string", description: rows };
  return { "text/csv": example == null ? { schema } : { schema, example } };
}

interface Success extends Json {
  readonly content: Readonly<Record<string, { readonly schema: Json }>>;
}

/** An operation as a document prints it; null where it has none of the media types of that document. */
export function inDocument(name: DocumentName, operation: Operation): Json | null {
  const success = operation.responses["200"] as Success;
  const { [JSON_MEDIA]: json, ...others } = success.content;
  if (json === undefined || Object.keys(others).length === 0)
    return name === "json" || json === undefined ? operation : null;
  const { description, responses } = operation;
  const words = Object.entries(others).map(
    ([media, { schema }]) => `${IN_WORDS[media] ?? "Also"} (\`Accept: ${media}\`): ${schema.description}`,
  );
  return {
    ...operation,
    description: name === "json" ? [description, ...words].join("\n\n") : description,
    responses: { ...responses, "200": { ...success, content: name === "json" ? { [JSON_MEDIA]: json } : others } },
  };
}
