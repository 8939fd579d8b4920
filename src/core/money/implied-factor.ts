import { Factor } from "./factor.ts";
import type { Money } from "./money.ts";
import { plainText, powerOfTen } from "./rounding.ts";

/** Units and the amount that they come to: `dollars(units, factor)` of an unknown factor. */
export interface PricedUnits {
  readonly units: Factor;
  readonly amount: Money;
}

interface ImpliedFactor {
  readonly factor: Factor;
  /** How many of the amounts it comes to, to the cent. */
  readonly reproduced: number;
}

/**
 * The factor that reproduces the most amounts to the cent; among equals, the one with the fewest decimals. Null without
 * amounts, or if no factor with so few decimals fits. Units and amounts are above zero.
 */
export function impliedFactor(cases: readonly PricedUnits[], decimalsMax: number): ImpliedFactor | null {
  let best: ImpliedFactor | null = null;
  for (let decimals = 0; decimals <= decimalsMax; decimals += 1) {
    const found = mostShared(
      cases.map((each) => factorsOf(each, decimals)),
      decimals,
    );
    if (found !== null && found.reproduced > (best?.reproduced ?? 0)) best = found;
    if (best?.reproduced === cases.length) break;
  }
  return best;
}

/** Factors of so many decimals, counted in their last decimal: from `first` up to, but without, `end`. */
interface Range {
  readonly first: bigint;
  readonly end: bigint;
}

/** The factors that give the amount: those whose product is within half a cent of it. */
function factorsOf({ units, amount }: PricedUnits, decimals: number): Range {
  const halfCents = 2n * amount.cents;
  const scale = powerOfTen(units.scale + decimals);
  // units x factor x 100 x 2 half cents: at least one below the amount's (half-up), and less than one above.
  const divisor = 200n * units.units;
  return { first: ceiling((halfCents - 1n) * scale, divisor), end: ceiling((halfCents + 1n) * scale, divisor) };
}

function ceiling(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}

/** The factor that most ranges contain: counted at the borders, each of which opens or closes ranges. */
function mostShared(ranges: readonly Range[], decimals: number): ImpliedFactor | null {
  const changes = new Map<bigint, number>();
  for (const { first, end } of ranges) {
    if (first >= end) continue;
    changes.set(first, (changes.get(first) ?? 0) + 1);
    changes.set(end, (changes.get(end) ?? 0) - 1);
  }
  const borders = [...changes.keys()].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  let open = 0;
  let most = 0;
  let shared: bigint | null = null;
  for (const [index, border] of borders.entries()) {
    open += changes.get(border) as number;
    if (open <= most) continue;
    most = open;
    // Of several equally good factors, the middle one is the safest.
    shared = (border + (borders[index + 1] as bigint)) / 2n;
  }
  return shared === null
    ? null
    : { factor: new Factor(shared, decimals, plainText(shared, decimals)), reproduced: most };
}
