import type { Json } from "../../../core/schema/schema.ts";

/*
 * An operation is declared whole, with all its parameters, headers and examples. The document writes each example and each repeated part
 * once, under `components`: that saves a third of its size.
 */

interface Document extends Json {
  readonly paths: Json;
  readonly components: { readonly responses: Json } & Json;
}

export interface Operation extends Json {
  readonly operationId: string;
  readonly description: string;
  readonly parameters?: readonly Json[];
  readonly responses: Json;
}

/** A document that has its examples, headers, repeated parameters and repeated fields under `components`, once each. */
export function withComponents(document: Document): Json {
  const parameters = new Section("parameters");
  const headers = new Section("headers");
  const examples = new Section("examples");
  const componentNames = repeatedParameters(document.paths);

  const parameterOf = (parameter: Json): unknown => {
    const name = componentNames.get(JSON.stringify(parameter));
    return name === undefined ? parameter : parameters.refer(name, parameter);
  };
  const responseOf = (response: Json, prefix: string): Json => ({
    ...response,
    ...eachIn(response, "headers", (header, name) => headers.refer(name, header)),
    ...eachIn(response, "content", (media) => ({
      ...media,
      ...eachIn(media, "examples", (example, name) => examples.refer(`${prefix}${name}`, example)),
    })),
  });
  const paths = mapOperations(document.paths, (operation) => ({
    ...operation,
    ...(operation.parameters === undefined ? {} : { parameters: operation.parameters.map(parameterOf) }),
    ...eachIn(operation, "responses", (response) => responseOf(response, `${operation.operationId}.`)),
  }));
  const responses = eachIn(document.components, "responses", (response) => responseOf(response, ""));
  const sections = { parameters: parameters.pieces, headers: headers.pieces, examples: examples.pieces };
  const schemas = withSharedFields(document.components.schemas as Json);
  const components = { ...document.components, schemas, ...responses, ...sections };
  return { ...document, paths, components: referredTo(paths, components) };
}

/** The components that paths refer to, directly or through one another; and the security schemes, which no reference names. */
function referredTo(paths: Json, { securitySchemes, ...components }: Json): Json {
  const found = new Set<unknown>();
  const look = (piece: unknown): void => {
    if (typeof piece !== "object" || piece === null) return;
    const { $ref } = piece as { readonly $ref?: unknown };
    if (typeof $ref !== "string") Object.values(piece).forEach(look);
    else if (!found.has($ref)) {
      found.add($ref);
      const [, , section = "", name = ""] = $ref.split("/");
      look((components[section] as Json | undefined)?.[name]);
    }
  };
  look(paths);
  const sections = Object.entries(components).map(([section, pieces]) => {
    const isUsed = ([name]: [string, unknown]) => found.has(`#/components/${section}/${name}`);
    return [section, Object.fromEntries(Object.entries(pieces as Json).filter(isUsed))];
  });
  return { securitySchemes, ...Object.fromEntries(sections) };
}

/** Paths with every operation replaced; without the operations that become null, and the paths that had nothing else. */
export function mapOperations(paths: Json, replaced: (operation: Operation) => Json | null): Json {
  const items = Object.entries(paths).map(([path, item]) => {
    const members = Object.entries(item as Json).map(([name, member]) => [
      name,
      isOperation(member) ? replaced(member) : member,
    ]);
    return [path, members.filter(([, member]) => member !== null)] as const;
  });
  const left = items.filter(([, members]) => members.some(([, member]) => isOperation(member)));
  return Object.fromEntries(left.map(([path, members]) => [path, Object.fromEntries(members)]));
}

function isOperation(member: unknown): member is Operation {
  return typeof member === "object" && member !== null && "operationId" in member;
}

/** Pieces of one kind by name. */
class Section {
  readonly #kind: string;
  readonly #names = new Map<string, string>();
  readonly #pieces = new Map<string, unknown>();

  constructor(kind: string) {
    this.#kind = kind;
  }

  /** A reference to a piece, which is written once; the piece itself where another one has its name. */
  refer(name: string, piece: unknown): unknown {
    const text = JSON.stringify(piece);
    const known = this.#names.get(text);
    if (known === undefined && this.#pieces.has(name)) return piece;
    this.#names.set(text, known ?? name);
    this.#pieces.set(known ?? name, piece);
    return { $ref: `#/components/${this.#kind}/${known ?? name}` };
  }

  get pieces(): Json {
    return Object.fromEntries(this.#pieces);
  }
}

/**
 * The parameters that several operations share, as JSON, with a name each: `CaOutpatientNpi`. A number distinguishes two such
 * parameters of operations with equal words.
 */
function repeatedParameters(paths: Json): ReadonlyMap<string, string> {
  const uses = new Map<string, { readonly name: unknown; readonly operations: (readonly string[])[] }>();
  mapOperations(paths, (operation) => {
    for (const parameter of operation.parameters ?? []) {
      const text = JSON.stringify(parameter);
      const use = uses.get(text) ?? { name: parameter.name, operations: [] };
      use.operations.push(operation.operationId.split("-").filter((word) => word !== "rate"));
      uses.set(text, use);
    }
    return operation;
  });
  const names = new Map<string, string>();
  const taken = new Map<string, number>();
  for (const [text, { name, operations }] of uses) {
    if (operations.length === 1) continue;
    const words = pascalCase([...inCommon(operations), name]);
    const number = (taken.get(words) ?? 0) + 1;
    taken.set(words, number);
    names.set(text, number === 1 ? words : `${words}${number}`);
  }
  return names;
}

/** Fields of eight lookups are written once from here on: fewer uses, or shorter ones, are easier to read where they stand. */
const FIELD_USES_MIN = 6;
const FIELD_CHARACTERS_MIN = 100;

/** Schemas in which a field that many objects share is a schema of its own: `PaymentRateField`. */
function withSharedFields(schemas: Json): Json {
  const uses = new Map<string, { readonly name: string; readonly field: Json; count: number }>();
  eachField(schemas, (field, name) => {
    const text = JSON.stringify(field);
    const use = uses.get(`${name} ${text}`) ?? { name, field, count: 0 };
    use.count += 1;
    uses.set(`${name} ${text}`, use);
    return field;
  });
  const shared = new Map<string, string>();
  const fields: Record<string, Json> = {};
  for (const [key, { name, field, count }] of uses) {
    if (count < FIELD_USES_MIN || JSON.stringify(field).length < FIELD_CHARACTERS_MIN) continue;
    const words = `${pascalCase([name])}Field`;
    const number = Object.keys(fields).filter((each) => each.replace(/[0-9]+$/, "") === words).length + 1;
    const component = number === 1 ? words : `${words}${number}`;
    fields[component] = field;
    shared.set(key, component);
  }
  const replaced = eachField(schemas, (field, name) => {
    const component = shared.get(`${name} ${JSON.stringify(field)}`);
    return component === undefined ? field : { $ref: `#/components/schemas/${component}` };
  });
  return { ...(replaced as Json), ...fields };
}

/** A schema with every field replaced that has no fields of its own, however deep it is. */
function eachField(piece: unknown, replaced: (field: Json, name: string) => Json): unknown {
  if (typeof piece !== "object" || piece === null) return piece;
  if (Array.isArray(piece)) return piece.map((each) => eachField(each, replaced));
  const entries = Object.entries(piece).map(([member, value]) => {
    if (member !== "properties") return [member, eachField(value, replaced)];
    const fields = Object.entries(value as Json).map(([name, field]) => {
      const isPlain = !JSON.stringify(field).includes('"properties"') && !("$ref" in (field as Json));
      return [name, isPlain ? replaced(field as Json, name) : eachField(field, replaced)];
    });
    return [member, Object.fromEntries(fields)];
  });
  return Object.fromEntries(entries);
}

/** The words that all lists begin with. */
function inCommon([first = [], ...others]: readonly (readonly string[])[]): readonly string[] {
  const end = first.findIndex((word, place) => others.some((other) => other[place] !== word));
  return end === -1 ? first : first.slice(0, end);
}

function pascalCase(words: readonly unknown[]): string {
  const parts = words.join("-").split(/[^A-Za-z0-9]+/);
  return parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join("");
}

/** A member of an object with replaced members; nothing if the object does not have it. */
function eachIn(object: Json, member: string, replaced: (value: Json, name: string) => unknown): Json {
  const values = object[member];
  if (values === undefined) return {};
  const entries = Object.entries(values as Json).map(([name, value]) => [name, replaced(value as Json, name)]);
  return { [member]: Object.fromEntries(entries) };
}
