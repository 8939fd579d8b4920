import type { Defaults, Parameters } from "./parameter.ts";

type BlankRequest = Record<string, unknown>;

/** Makes requests with nothing sent, to be filled in. They are the same all day, so one is made a day and copied. */
export function blankRequests(spec: Parameters): (defaults: Defaults) => BlankRequest {
  const names = Object.keys(spec);
  const copy = copier(names);
  let blank: BlankRequest = {};
  let blankDay: string | null = null;
  return (defaults) => {
    if (defaults.today !== blankDay) {
      blank = Object.fromEntries(names.map((name) => [name, spec[name]?.absent(defaults)]));
      blankDay = defaults.today;
    }
    return copy(blank);
  };
}

/**
 * Copies objects with these fields. A spread is compiled once for the requests of all endpoints, and takes four times as
 * long as a function that knows the fields of one. The source is made of names of parameters alone, which are ours.
 */
function copier(names: readonly string[]): (original: BlankRequest) => BlankRequest {
  const fields = names.map(JSON.stringify as (name: string) => string).map((name) => `${name}: original[${name}]`);
  return new Function("original", `return { ${fields.join(", ")} };`) as (original: BlankRequest) => BlankRequest;
}
