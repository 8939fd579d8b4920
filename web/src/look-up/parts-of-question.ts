import type { CatalogueParameter, CatalogueSetting } from "../api/catalogue.ts";
import type { Lookup } from "./lookup.ts";

/*
 * Which control asks for which parameter. Everything follows from what the catalogue says of a parameter; the only names
 * known here are those that the contract gives to every state.
 */

/** Part of a provider's name, which every lookup and every search has. */
export const PROVIDER_NAME = "provider_name";

/** Echoed to programs that match answers to their own records: of no use to a person, and not for addresses. */
const CORRELATION = "reference_id";

interface PartsOfQuestion {
  /** Asked for by the provider field: the name, and the identifier that it recognises. */
  readonly provider: readonly CatalogueParameter[];
  /** All that name a provider, in the contract's order. */
  readonly identifiers: readonly CatalogueParameter[];
  readonly code: CatalogueParameter | null;
  readonly day: CatalogueParameter | null;
  /** Everything else, under "More about the claim": its facts, then other ways to name the provider. */
  readonly others: readonly CatalogueParameter[];
}

export function partsOfQuestion({ parameters, day_parameter }: CatalogueSetting): PartsOfQuestion {
  const identifiers = parameters.filter(({ identifies_provider }) => identifies_provider);
  const provider = identifiers.filter(({ name, kind }) => name === PROVIDER_NAME || kind === "npi");
  const code = parameters.find(({ kind }) => kind === "code") ?? null;
  const day = parameters.find(({ name }) => name === day_parameter) ?? null;
  const facts = parameters.filter(
    (each) => each.name !== CORRELATION && each !== code && each !== day && !identifiers.includes(each),
  );
  const others = [...facts, ...identifiers.filter((each) => !provider.includes(each))];
  return { provider, identifiers, code, day, others };
}

/** What the question lacks before it can be asked: each as one parameter that would do. */
export function lackingIn({ setting, fields }: Lookup): readonly CatalogueParameter[] {
  const { identifiers } = partsOfQuestion(setting);
  const required = setting.parameters.filter(({ name, required }) => required && fields[name] === undefined);
  const named = identifiers.find(({ name }) => name === PROVIDER_NAME) ?? identifiers[0];
  const isNamed = identifiers.some(({ name }) => fields[name] !== undefined);
  return isNamed || named === undefined ? required : [named, ...required];
}

/** The id of the control that asks for a parameter; summaries of faults link to it. */
export function controlId(parameter: string): string {
  return `field-${parameter}`;
}
