import type { Json } from "../http/openapi/json-schema.ts";
import type { RequestFields } from "../request/read.ts";
import type { Backend } from "./backend.ts";

/** An answer as JSON carries it. */
export type Structured = Json;

/** The JSON Schema of an object, as the protocol asks for arguments and answers. */
export interface SchemaOfObject {
  readonly type: "object";
  readonly properties: Readonly<Record<string, Json>>;
  readonly required: readonly string[];
  readonly [keyword: string]: unknown;
}

/** What a tool answers: something structured, or why not and what would help, in words. */
export type ToolAnswer =
  | { readonly ok: true; readonly structured: Structured }
  | { readonly ok: false; readonly message: string };

/** One tool of an agent. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: SchemaOfObject;
  readonly outputSchema: SchemaOfObject;
  readonly answer: (sent: RequestFields, abandoned: AbortSignal) => Promise<ToolAnswer>;
}

/** Makes a tool for whoever answers. */
export type ToolMaker = (backend: Backend) => Tool;
