import { type ObjectSchema, objectIn, type Schema } from "./schema.ts";

/** A value of an object that a table can have in a column. */
export interface SingleValue {
  /** `release_name` of `release.name`. */
  readonly heading: string;
  /** Null where the object, or one on the way, is absent. */
  readonly of: (value: unknown) => unknown;
}

/** The single values of an object and of the objects in it, in the order of the schema. Lists and objects of any names have none. */
export function singleValues({ properties }: ObjectSchema, without: readonly string[] = []): readonly SingleValue[] {
  return Object.entries(properties)
    .filter(([name]) => !without.includes(name))
    .flatMap(([name, member]) => {
      const inner = objectIn(member);
      const value = (of: unknown) => memberOf(of, name);
      if (inner === null) return isSingle(member) ? [{ heading: name, of: value }] : [];
      return singleValues(inner).map(({ heading, of }) => ({
        heading: `${name}_${heading}`,
        of: (whole: unknown) => of(value(whole)),
      }));
    });
}

function isSingle(schema: Schema): boolean {
  const { type } = schema as { readonly type?: string | readonly string[] };
  return ![type].flat().some((each) => each === undefined || each === "array" || each === "object");
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (Reflect.get(value, name) ?? null) : null;
}
