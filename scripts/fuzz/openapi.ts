/** A piece of the OpenAPI document. */
export type Json = { readonly [name: string]: Json };

export interface QueryParameter {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Json;
}

/** An operation as the document describes it. */
export interface Operation {
  readonly id: string;
  readonly method: "get" | "post";
  /** Where it is, the prefix of the server included. */
  readonly path: string;
  /** Its key under `paths`. */
  readonly documented: string;
  /** The parameters of the query; those of an item where it is a batch. */
  readonly parameters: readonly QueryParameter[];
  /** Requests that the document shows, as fields. */
  readonly examples: readonly Readonly<Record<string, unknown>>[];
}

/** Every operation of a document that is asked by a query or by JSON. Forms, what is known by an id that forms bring, and sessions, which only browsers begin, have tests of their own. */
export function operationsOf(document: Json): readonly Operation[] {
  const base = urlOf(document);
  return Object.entries(document.paths as Json).flatMap(([documented, item]) => {
    const path = (item.servers === undefined ? base : "") + documented;
    return (["get", "post"] as const).flatMap((method) => {
      const described = item[method];
      if (described === undefined || documented.includes("{") || !isAskedInFull(method, described)) return [];
      const id = String(described.operationId);
      const about = { id, method, path, documented };
      return [{ ...about, ...(method === "get" ? queried : batched)(document, described) }];
    });
  });
}

function isAskedInFull(method: "get" | "post", { requestBody }: Json): boolean {
  return method === "get" || requestBody?.content?.["application/json"] !== undefined;
}

function queried(document: Json, described: Json): Pick<Operation, "parameters" | "examples"> {
  const declared = (described.parameters ?? []) as unknown as readonly Json[];
  const parameters = declared.map((parameter) => {
    const { name, required, schema } = resolved(document, parameter) as unknown as Partial<QueryParameter>;
    return { name: String(name), required: required === true, schema: schema as Json };
  });
  const shown = described.responses?.["200"]?.content?.["application/json"]?.examples ?? {};
  const examples = Object.values(shown).map((example) => {
    const query = String(resolved(document, example).description).split("?")[1] ?? "";
    return Object.fromEntries(new URLSearchParams(query));
  });
  return { parameters, examples };
}

function batched(document: Json, described: Json): Pick<Operation, "parameters" | "examples"> {
  const media = described.requestBody?.content?.["application/json"] as Json;
  const item = resolved(document, media.schema?.properties?.requests?.items as Json);
  const required = (item.required ?? []) as unknown as readonly string[];
  const parameters = Object.entries(item.properties as Json).map(([name, schema]) => ({
    name,
    required: required.includes(name),
    schema,
  }));
  return { parameters, examples: media.example?.requests as unknown as Operation["examples"] };
}

function urlOf(document: Json): string {
  return String((document.servers as unknown as readonly Json[])[0]?.url);
}

/** What a reference leads to; the piece itself when it is none. */
export function resolved(document: Json, piece: Json): Json {
  if (piece.$ref === undefined) return piece;
  const names = String(piece.$ref).slice("#/".length).split("/");
  return names.reduce<Json>((within, name) => within[name] as Json, document);
}
