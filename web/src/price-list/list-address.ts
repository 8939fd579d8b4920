import { API_PREFIX, FIND_PATH, PRICE_LIST_PATH } from "../../../src/pricing/state/api-paths.ts";
import { addressText } from "../address.ts";
import type { CatalogueState } from "../api/ready.ts";
import { ROWS_PER_PAGE } from "../parts/data-table.tsx";

/** What the view shows, as its address has it. Empty: not chosen. */
export interface ListQuestion {
  readonly state: string;
  /** An NPI, or words of a name. */
  readonly provider: string;
  readonly on: string;
  readonly setting: string;
  readonly text: string;
  /** Plans with their factors: `Plan A=1.05, Plan B=0.9`. */
  readonly factors: string;
  readonly offset: string;
}

const QUESTION_FIELDS = ["state", "provider", "on", "setting", "text", "factors", "offset"] as const;

export function questionIn(query: URLSearchParams, states: readonly CatalogueState[]): ListQuestion {
  const given = (name: (typeof QUESTION_FIELDS)[number]) => query.get(name) ?? "";
  return {
    state: given("state") || (states[0]?.code ?? ""),
    provider: given("provider"),
    on: given("on"),
    setting: given("setting"),
    text: given("text"),
    factors: given("factors"),
    offset: given("offset"),
  };
}

/** The view's address of a question. */
export function viewAddress(question: ListQuestion): string {
  return addressText(PRICE_LIST_PATH, { ...question });
}

const NPI = /^[0-9]{10}$/;

/** The NPI that was entered, with or without spaces and hyphens; null for a name. */
function npiIn(provider: string): string | null {
  const digits = provider.replace(/^npi[\s.:#]*/i, "").replaceAll(/[\s.-]+/g, "");
  return NPI.test(digits) ? digits : null;
}

/** Codes of a page: as many as other tables have rows. */
export const CODES_SHOWN = ROWS_PER_PAGE;

/** Where the API answers a page of the list; null without a provider. */
export function listPath(question: ListQuestion, limit = CODES_SHOWN): string | null {
  const npi = npiIn(question.provider);
  if (npi === null || question.state === "") return null;
  const { on, setting, text, factors, offset } = question;
  return addressText(`${API_PREFIX}/${question.state}${PRICE_LIST_PATH}`, {
    ...{ npi, on, setting, text, factors, offset },
    limit: String(limit),
  });
}

const PROVIDERS_SHOWN = "10";

/** Where the API finds the providers of a name; null where an NPI, or nothing, was entered. */
export function providersPath({ state, provider }: ListQuestion): string | null {
  if (provider.trim() === "" || npiIn(provider) !== null || state === "") return null;
  return addressText(`${API_PREFIX}/${state}${FIND_PATH}`, { text: provider, limit: PROVIDERS_SHOWN });
}
