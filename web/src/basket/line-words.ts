import { parameterValue } from "../answer/assumed-and-available.tsx";
import type { CatalogueSetting, CatalogueState } from "../api/ready.ts";
import { addressOfLookup, type Lookup } from "../look-up/lookup.ts";
import { PROVIDER_NAME, partsOfQuestion } from "../look-up/question-form.tsx";
import { labelOf } from "../words/names.ts";
import type { BasketRow, KeptRelease } from "./baskets.ts";
import type { BasketLine } from "./comparison.ts";

/* The cells of a line in words: on the page, in CSV and in the workbook. */

/** The lookup of a row; null where this key no longer has its state or setting. */
export function lookupOf(
  { state: code, setting: name, fields }: BasketRow,
  states: readonly CatalogueState[],
): Lookup | null {
  const state = states.find((each) => each.code === code);
  const setting = state?.settings.find((each) => each.setting === name);
  return state === undefined || setting === undefined ? null : { state, setting, fields };
}

/** "California outpatient" */
export function placeText({ state, setting }: BasketRow, states: readonly CatalogueState[]): string {
  return `${states.find(({ code }) => code === state)?.name ?? state} ${setting}`;
}

/** The address of a row's lookup; empty where there is none. */
export function addressOfRow(row: BasketRow, states: readonly CatalogueState[]): string {
  const lookup = lookupOf(row, states);
  return lookup === null ? "" : addressOfLookup(lookup);
}

/** As it was priced: with the severity, where the row has none. */
export function codeOf({ row, shown }: BasketLine): string {
  return (shown?.code || row.fields.billing_code) ?? "";
}

interface NamedProvider {
  readonly name: string;
  /** The NPI, else another identifier of the row. */
  readonly identifier: string;
}

export function providerOf({ row, shown }: BasketLine, setting: CatalogueSetting | undefined): NamedProvider {
  const identifiers = setting === undefined ? [] : partsOfQuestion(setting).identifiers;
  const exact = identifiers.find(({ name }) => name !== PROVIDER_NAME && row.fields[name] !== undefined);
  const identifier = exact === undefined ? "" : (row.fields[exact.name] ?? "");
  const name = shown?.provider || (row.fields[PROVIDER_NAME] ?? "");
  return {
    name: [name === identifier ? "" : name, shown?.which ?? ""].filter((text) => text !== "").join(", "),
    identifier,
  };
}

/** `2026-10-01` */
export function dayOf({ row }: BasketLine, setting: CatalogueSetting | undefined): string {
  return setting === undefined ? "" : (row.fields[setting.day_parameter] ?? "");
}

/** The facts of the claim besides code, provider and day: "Modifier: 26; child patient: yes". */
export function factsOf({ row }: BasketLine, setting: CatalogueSetting | undefined): string {
  if (setting === undefined) return "";
  const { code, identifiers } = partsOfQuestion(setting);
  const said = new Set([setting.day_parameter, code?.name, ...identifiers.map(({ name }) => name)]);
  return Object.entries(row.fields)
    .filter(([name]) => !said.has(name))
    .map(([name, value]) => `${labelOf(name)}: ${parameterValue(name, value, setting)}`)
    .join("; ");
}

/** "Ratebook sample 2026.11"; with the beginning of its content hash beside another one that is called the same. */
export function releaseText(release: KeptRelease, other: KeptRelease | null = null): string {
  const isSame = other !== null && release.id !== other.id && calledBy(release) === calledBy(other);
  return isSame ? `${release.name} ${release.id}`.trim() : calledBy(release);
}

/** "2026.11": for headings beside another release of the same name. */
export function shortText(release: KeptRelease, other: KeptRelease | null): string {
  const text = releaseText(release, other);
  return release.name !== "" && release.name === other?.name ? text.slice(release.name.length).trim() : text;
}

function calledBy({ id, name }: KeptRelease): string {
  return `${name} ${id.replace(/ [0-9a-f]+$/, "")}`.trim();
}
