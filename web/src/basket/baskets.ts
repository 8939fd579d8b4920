import { countText } from "../../../src/core/text/plural.ts";
import type { SessionKey } from "../api/session.ts";
import type { KeptResult } from "./outcome.ts";

/* Baskets: lookups under a name, kept in this browser. What is in a basket, its limits, and how it is stored. */

/** One lookup, with its day. */
export interface BasketRow {
  readonly state: string;
  readonly setting: string;
  /** By the API's names. */
  readonly fields: Readonly<Record<string, string>>;
  /** The amounts of the basket's release; absent for a row that was added with a later one. */
  readonly kept?: readonly KeptResult[];
}

/** The rates that the kept amounts come from. */
export interface KeptRelease {
  /** Version and beginning of the content hash, as answers name it. */
  readonly id: string;
  /** The name of the data. */
  readonly name: string;
  /** The day on which the basket was priced with it. */
  readonly day: string;
}

export interface Basket {
  readonly name: string;
  readonly rows: readonly BasketRow[];
  /** Null until the basket is priced. */
  readonly release: KeptRelease | null;
}

export const BASKET_LIMITS = {
  baskets: 20,
  /** One full batch of the API. */
  rows: 1000,
  nameCharacters: 60,
  /** Browsers keep five million characters for a site. */
  storedCharacters: 4_000_000,
} as const;

/** Why a basket was not changed, as a sentence. */
export class Refused {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

/** A change of the baskets, or why there is none. */
type Changed = readonly Basket[] | Refused;

/** What a row is: two rows with the same text are the same lookup. */
export function rowText({ state, setting, fields }: BasketRow): string {
  return JSON.stringify([state, setting, Object.entries(fields).sort()]);
}

export function withBasket(baskets: readonly Basket[], name: string): Changed {
  const meant = name.trim().replaceAll(/\s+/g, " ");
  const refusal = nameRefusal(baskets, meant);
  if (refusal !== null) return refusal;
  const { baskets: most } = BASKET_LIMITS;
  if (baskets.length >= most)
    return new Refused(`There are ${most} baskets, the most that are kept. Delete one first.`);
  return [{ name: meant, rows: [], release: null }, ...baskets];
}

/** The name of a basket that was created without one. */
export function freeName(baskets: readonly Basket[]): string {
  const taken = new Set(baskets.map(({ name }) => name.toLowerCase()));
  let number = 1;
  while (taken.has(`basket ${number}`)) number += 1;
  return `Basket ${number}`;
}

function nameRefusal(baskets: readonly Basket[], name: string): Refused | null {
  const { nameCharacters } = BASKET_LIMITS;
  if (name === "") return new Refused("Enter a name for the basket.");
  if (name.length > nameCharacters) return new Refused(`A name has at most ${nameCharacters} characters.`);
  const isTaken = baskets.some((basket) => basket.name.toLowerCase() === name.toLowerCase());
  return isTaken ? new Refused(`There is a basket ${name} already.`) : null;
}

export function renamed(baskets: readonly Basket[], from: string, to: string): Changed {
  const meant = to.trim().replaceAll(/\s+/g, " ");
  const others = baskets.filter(({ name }) => name !== from);
  return nameRefusal(others, meant) ?? changing(baskets, from, (basket) => ({ ...basket, name: meant }));
}

export function withoutBasket(baskets: readonly Basket[], name: string): Changed {
  return baskets.filter((basket) => basket.name !== name);
}

export interface Added {
  readonly baskets: readonly Basket[];
  readonly added: number;
  /** Rows that were in the basket already. */
  readonly there: number;
}

/** Adds all rows or none: half of what was pasted would look like all of it. The basket moves to the front. */
export function withRows(baskets: readonly Basket[], name: string, rows: readonly BasketRow[]): Added | Refused {
  const basket = baskets.find((each) => each.name === name);
  if (basket === undefined) return gone(name);
  const known = new Set(basket.rows.map(rowText));
  const fresh = rows.filter((row) => {
    const text = rowText(row);
    const isNew = !known.has(text);
    known.add(text);
    return isNew;
  });
  const room = BASKET_LIMITS.rows - basket.rows.length;
  if (fresh.length > room) {
    return new Refused(
      `Nothing was added: a basket has at most ${BASKET_LIMITS.rows.toLocaleString("en-US")} rows. ${name} has ${basket.rows.length.toLocaleString("en-US")}, and ${countText(fresh.length, "more was", "more were")} to be added.`,
    );
  }
  const filled = { ...basket, rows: [...basket.rows, ...fresh] };
  const others = baskets.filter((each) => each !== basket);
  return { baskets: [filled, ...others], added: fresh.length, there: rows.length - fresh.length };
}

export function withoutRow(baskets: readonly Basket[], name: string, row: string): Changed {
  return changing(baskets, name, (basket) => {
    const rows = basket.rows.filter((each) => rowText(each) !== row);
    // An empty basket has no amounts to compare with.
    return { ...basket, rows, release: rows.length === 0 ? null : basket.release };
  });
}

type Amounts = ReadonlyMap<string, readonly KeptResult[]>;

/** Replaces the kept amounts by those of a release. Rows without one keep none. */
export function withAmounts(baskets: readonly Basket[], name: string, release: KeptRelease, amounts: Amounts): Changed {
  return changing(baskets, name, (basket) => ({
    ...basket,
    release,
    rows: basket.rows.map(({ kept: _, ...row }) => priced(row, amounts)),
  }));
}

/** Keeps the amounts of a basket that has none, and of rows that were added while the rates are still the same. */
export function withFirstAmounts(
  baskets: readonly Basket[],
  name: string,
  release: KeptRelease,
  amounts: Amounts,
): Changed {
  return changing(baskets, name, (basket) => {
    if (basket.release !== null && basket.release.id !== release.id) return basket;
    const rows = basket.rows.map((row) => (row.kept === undefined ? priced(row, amounts) : row));
    return { ...basket, rows, release: basket.release ?? release };
  });
}

function priced(row: BasketRow, amounts: Amounts): BasketRow {
  const kept = amounts.get(rowText(row));
  return kept === undefined ? row : { ...row, kept };
}

function changing(baskets: readonly Basket[], name: string, change: (basket: Basket) => Basket): Changed {
  if (!baskets.some((basket) => basket.name === name)) return gone(name);
  return baskets.map((basket) => (basket.name === name ? change(basket) : basket));
}

function gone(name: string): Refused {
  return new Refused(`There is no basket ${name} in this browser any more.`);
}

/** The key that baskets belong to. */
export type Owner = Pick<SessionKey, "name" | "last_four">;

const FORM = 1;

export function storedText(owner: Owner, baskets: readonly Basket[]): string | Refused {
  const { name, last_four } = owner;
  const text = JSON.stringify({ form: FORM, owner: { name, last_four }, baskets });
  return text.length <= BASKET_LIMITS.storedCharacters
    ? text
    : new Refused("The baskets are larger than a browser keeps. Delete a basket, or rows of one.");
}

/** The stored baskets of a key. Null: there are none, they are another key's, or this page did not write them. */
export function storedBaskets(text: string | null, owner: Owner): readonly Basket[] | null {
  if (text === null) return null;
  try {
    const found: unknown = JSON.parse(text);
    if (!isRecord(found) || found.form !== FORM || !isRecord(found.owner) || !Array.isArray(found.baskets)) return null;
    if (found.owner.name !== owner.name || found.owner.last_four !== owner.last_four) return null;
    return found.baskets.filter(isBasket).slice(0, BASKET_LIMITS.baskets);
  } catch {
    return null;
  }
}

/* A user of the machine can edit storage, and an older page may have written it. */

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isBasket(value: unknown): value is Basket {
  if (!isRecord(value) || typeof value.name !== "string" || !Array.isArray(value.rows)) return false;
  const { release } = value;
  const isRelease = release === null || (isRecord(release) && areTexts([release.id, release.name, release.day]));
  return isRelease && value.rows.length <= BASKET_LIMITS.rows && value.rows.every(isRow);
}

function isRow(value: unknown): value is BasketRow {
  if (!isRecord(value) || !areTexts([value.state, value.setting]) || !isRecord(value.fields)) return false;
  const { kept } = value;
  return areTexts(Object.values(value.fields)) && (kept === undefined || (Array.isArray(kept) && kept.every(isKept)));
}

function isKept(value: unknown): value is KeptResult {
  if (!isRecord(value) || !areTexts([value.code, value.provider, value.which, value.outcome, value.reason]))
    return false;
  return value.amount === null || (typeof value.amount === "string" && /^-?[0-9]+(?:\.[0-9]+)?$/.test(value.amount));
}

function areTexts(values: readonly unknown[]): boolean {
  return values.every((value) => typeof value === "string");
}
