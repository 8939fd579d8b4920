import type { RateKind } from "./medi-cal-rates/legends.ts";

/** An indicator in one spelling: editions print `009`, `9.0` or `9` for the same. */
export function plainIndicator(printed: string): string {
  return printed
    .toUpperCase()
    .replace(/\.0+$/, "")
    .replace(/^0+(?=[0-9])/, "");
}

/** The rates that the state prints for some codes of an indicator only. */
type PartialKind = Exclude<RateKind, "basic">;

const MARKS: Readonly<Record<PartialKind, string>> = { child: "no child", emergency: "no ER" };

/**
 * A conversion indicator with what its codes lack, such as `7 no ER`. The state prints ER Rates for some codes of an
 * indicator and none for others, while a conversion factor holds for a whole indicator: codes without one are marked, so
 * that no lookup gives a price that the state does not publish.
 */
export function markedIndicator(published: string, lacking: readonly PartialKind[]): string {
  return [published, ...lacking.map((kind) => MARKS[kind])].join(" ");
}

/** The indicator as the state publishes it. */
export function publishedIndicator(marked: string): string {
  return marked.split(" ")[0] as string;
}

export function lacks(marked: string, kind: PartialKind): boolean {
  return marked.includes(MARKS[kind]);
}
