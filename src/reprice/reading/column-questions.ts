import type { PaymentSigns } from "../values/amounts.ts";
import { ALLOWED_AMOUNT, MODIFIER, PAID_AMOUNT, PAID_AS_CREDIT } from "../values/column-names.ts";
import { type ColumnContents, looksLikeClaim } from "./column-contents.ts";
import { MAY_BE } from "./column-messages.ts";
import { soundsLikeDischargeStatus, soundsLikeModifier, soundsLikeOwnNpi, wordsIn } from "./guessed-columns.ts";
import { type Headings, isSaid, type Recognised, rolesOf, saysPayment } from "./recognised-columns.ts";

/**
 * A question about columns that look like something that changes a price or a comparison, and are not used. The reader answers or
 * declines it before the file is priced: a silent choice would be a wrong amount on every line.
 */
interface ColumnQuestion {
  readonly role: string;
  /** Of a question whether payments are credits: their signs. */
  readonly signs?: PaymentSigns;
  /** The likeliest first. Of modifiers all of them, since a line has several; otherwise one of them. */
  readonly places: readonly number[];
  /** The file is refused without an answer. */
  readonly isNeeded: boolean;
}

const NPI = "npi";
/** The parameters that a discharge status decides begin with this word in every state. */
const TRANSFER = /^transfer/;

/** The open questions, those first without which the file is refused. `contents` is needed: without values nothing looks like anything. */
export function columnQuestions(headings: Headings, found: Recognised): readonly ColumnQuestion[] {
  const { names, contents, lookup } = headings;
  if (contents === undefined || contents === null || looksLikeClaim(names)) return [];
  const needed = [...found.open].map(([role, places]) => ({ role, places, isNeeded: true }));
  const taken = new Set([...found.roles.values(), ...found.open.values()].flat());
  const free = [...names.keys()].filter((place) => !taken.has(place) && !isSaid(names[place] as string, headings));
  const looking = (looks: (words: ReadonlySet<string>, contents: ColumnContents) => boolean) =>
    free.filter((place) => looks(wordsIn(names[place] as string), contents[place] as ColumnContents));
  const mayBe = (role: string) => (found.rivals.get(role) ?? found.proposals.get(role) ?? []).filter(isFree);
  const isFree = (place: number) => free.includes(place);
  const isOpen = (role: string) => !found.roles.has(role) && !found.open.has(role);

  const asked = new Map<string, readonly number[]>();
  const ask = (role: string | undefined, places: readonly number[]) => {
    const left = [...new Set(places)].filter((place) => ![...asked.values()].flat().includes(place));
    if (role !== undefined && left.some(isFree)) asked.set(role, left);
  };
  const known = rolesOf(lookup);
  if (known.includes(MODIFIER)) ask(MODIFIER, looking(soundsLikeModifier));
  if (isOpen(PAID_AMOUNT) && isOpen(ALLOWED_AMOUNT)) {
    const amounts = free.filter((place) => contents[place]?.forms.has("amount"));
    ask(PAID_AMOUNT, [...mayBe(PAID_AMOUNT), ...amounts.filter((place) => saysPayment(names[place] as string))]);
  }
  // The surer heading was taken, and the other one may be the provider who is paid.
  const others = looking(soundsLikeOwnNpi);
  if (!found.open.has(NPI)) ask(NPI, [...(found.roles.get(NPI) ?? []), ...mayBe(NPI), ...others]);
  ask(
    known.find((role) => TRANSFER.test(role) && isOpen(role)),
    looking(soundsLikeDischargeStatus),
  );
  for (const role of [lookup.dayParameter, ...MAY_BE.keys()]) if (isOpen(role)) ask(role, mayBe(role));
  const { reversed } = found;
  const credits =
    reversed === null || reversed.isCredit
      ? []
      : [{ role: PAID_AS_CREDIT, places: [reversed.place], isNeeded: false, signs: reversed }];
  return [...needed, ...credits, ...[...asked].map(([role, places]) => ({ role, places, isNeeded: false }))];
}
