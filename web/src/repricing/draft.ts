import type { CatalogueSetting, CatalogueState } from "../api/catalogue.ts";

/** What is asked of a file. It lives as long as the page does, and is kept nowhere: neither is the file. */
export interface Draft {
  /** Codes of the catalogue; null until something is chosen: the first then. */
  readonly state: string | null;
  readonly setting: string | null;
  readonly file: File | null;
  /** Of a workbook; null for the first. */
  readonly sheet: string | null;
  /** What was said about columns, by heading; null is passed through. What is absent is recognised by the service. */
  readonly columns: Readonly<Record<string, string | null>>;
  /** Whether the rate is expected also where less was billed. */
  readonly noChargeLimit: boolean;
  /** As it was typed: "0.50", "1%". */
  readonly tolerance: string;
  /** Null for what is usual. */
  readonly by: readonly string[] | null;
}

export const EMPTY_DRAFT: Draft = {
  state: null,
  setting: null,
  file: null,
  sheet: null,
  columns: {},
  noChargeLimit: false,
  tolerance: "",
  by: null,
};

/** What was chosen, changed. Another file, sheet or setting has other columns: what was said about them no longer holds. */
export function changed(draft: Draft, changes: Partial<Draft>): Draft {
  const isOtherFile = changes.file !== undefined && changes.file !== draft.file;
  const isOtherSheet = changes.sheet !== undefined && changes.sheet !== draft.sheet;
  const isOtherLookup =
    (changes.state !== undefined && changes.state !== draft.state) ||
    (changes.setting !== undefined && changes.setting !== draft.setting);
  const sheet = isOtherFile ? null : draft.sheet;
  const areOthers = isOtherFile || isOtherSheet || isOtherLookup;
  return { ...draft, ...(areOthers ? { columns: {}, by: null } : {}), sheet, ...changes };
}

/** State and setting of a draft; the first ones where none were chosen. */
export function lookupOf(
  draft: Pick<Draft, "state" | "setting">,
  states: readonly CatalogueState[],
): { readonly state: CatalogueState; readonly setting: CatalogueSetting } | null {
  const state = states.find(({ code }) => code === draft.state) ?? states[0];
  const setting = state?.settings.find((each) => each.setting === draft.setting) ?? state?.settings[0];
  return state === undefined || setting === undefined ? null : { state, setting };
}

/** The fields of the form beside the file, by the API's names. */
export function formFields(draft: Draft, state: string, setting: string): Readonly<Record<string, string>> {
  const { sheet, columns, noChargeLimit, tolerance, by } = draft;
  const fields = {
    state,
    setting,
    sheet: sheet ?? "",
    columns: Object.keys(columns).length === 0 ? "" : JSON.stringify(columns),
    no_charge_limit: noChargeLimit ? "true" : "",
    tolerance: tolerance.trim(),
    by: by?.join(",") ?? "",
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""));
}

/** Where a totals heading has a comma, the API would read two names. */
export function canGroupBy(heading: string): boolean {
  return heading !== "" && !heading.includes(",");
}
