import type { Factor } from "../../../../core/money/factor.ts";
import type { RateKind } from "./published-rate.ts";

/** An indicator in one spelling: editions print `009`, `9.0` or `9` for the same. */
export function plainIndicator(printed: string): string {
  return printed
    .toUpperCase()
    .replace(/\.0+$/, "")
    .replace(/^0+(?=[0-9])/, "");
}

const NAMES: Readonly<Record<RateKind, string>> = { basic: "basic", child: "child", emergency: "ER" };

const FIXED = "fixed";

/** What sets a code apart from the others of its conversion indicator (ca 8). */
export interface Marks {
  /** Its unit value is its Basic Rate in dollars, since the state prints no unit value. */
  readonly isFixed: boolean;
  /** The rates that others have and it has not. */
  readonly lacking: readonly RateKind[];
  /** Dollars per unit of the rates that do not come of the indicator's factors. */
  readonly own: ReadonlyMap<RateKind, Factor>;
}

/**
 * A conversion indicator with what sets its codes apart, such as `7 no ER` or `31 child 12.333`. A conversion factor
 * holds for a whole indicator, while the state prints ER Rates for some of its codes only, or a Child Rate of another
 * factor: such codes are marked, so that no lookup gives a price that the state does not publish.
 */
export function markedIndicator(published: string, { isFixed, lacking, own }: Marks): string {
  const marks = [
    ...(isFixed ? [FIXED] : []),
    ...[...own].map(([kind, { text }]) => `${NAMES[kind]} ${text}`),
    ...lacking.map(lackOf),
  ];
  return [published, ...marks].join(" ");
}

function lackOf(kind: RateKind): string {
  return `no ${NAMES[kind]}`;
}

/** The indicator as the state publishes it. */
export function publishedIndicator(marked: string): string {
  return marked.split(" ")[0] as string;
}

export function lacks(marked: string, kind: RateKind): boolean {
  return marked.includes(lackOf(kind));
}

/** Whether the codes of a marked indicator have factors of their own, or a price in dollars. */
export function hasOwnFactors(marked: string): boolean {
  const [, ...marks] = marked.split(" ");
  return marks.some((mark) => mark === FIXED || /^[0-9]/.test(mark));
}
