import { noCaveats, type StateSubject } from "../answers/answer.ts";
import type { Caveats } from "../answers/caveats.ts";
import type { ListedCode } from "../answers/codes/listed.ts";
import { LinePricer, type PricedCode } from "../answers/price-list/lines.ts";
import { codesInScope, type ListScope, warningsOf } from "../answers/price-list/list.ts";
import type { PriceLine } from "../answers/price-list/schema.ts";
import type { PublishedCharge, PublishedCode } from "./published-charge.ts";

interface CodesOfLookup {
  readonly pricer: LinePricer;
  readonly isByStay: boolean;
  readonly byText: ReadonlyMap<string, ListedCode>;
  readonly priced: Map<string, PricedCode>;
}

/** What the state pays one provider for published codes. A code is priced once with each modifier. */
export class StatePrices {
  readonly #lookups: readonly CodesOfLookup[];
  readonly #caveats: Caveats;

  private constructor(lookups: readonly CodesOfLookup[], caveats: Caveats) {
    this.#lookups = lookups;
    this.#caveats = caveats;
  }

  static async open(scope: ListScope, subject: StateSubject): Promise<StatePrices> {
    const inScope = await codesInScope(scope, subject);
    const lookups = inScope.map(({ lookup, codes }) => ({
      pricer: new LinePricer(lookup, subject.source, scope),
      isByStay: lookup.claimLines === null,
      byText: new Map(codes.map((code) => [textOfListed(code), code])),
      priced: new Map<string, PricedCode>(),
    }));
    const caveats = noCaveats(
      subject,
      inScope.map(({ lookup }) => lookup),
    );
    return new StatePrices(lookups, caveats);
  }

  /** About the data behind the prices until now. */
  warnings(release: StateSubject["release"]): readonly string[] {
    return warningsOf(this.#caveats, release);
  }

  /** The state's lines for a charge with its modifier, or why there are none. */
  linesOf({ codes, modifiers, setting }: PublishedCharge): {
    readonly lines: readonly PriceLine[];
    readonly reason: string | null;
  } {
    const texts = codes.flatMap(textsOf);
    if (texts.length === 0)
      return none("The line has no code of a system that is compared: APR-DRG with its severity, EAPG, CPT or HCPCS.");
    if (modifiers.length > 1) return none("The line has several modifiers, and the state's prices have one.");
    for (const lookup of this.#lookups) {
      if (setting === (lookup.isByStay ? "outpatient" : "inpatient")) continue;
      const listed = texts.map((text) => lookup.byText.get(text)).find((each) => each !== undefined);
      if (listed === undefined) continue;
      const [modifier = null] = modifiers;
      const { lines, noRate } = this.#priced(lookup, listed, modifier);
      const own = lines.filter((line) => line.modifier === modifier);
      if (own.length > 0) return { lines: own, reason: null };
      return none(noRate?.message ?? `The state has no price for ${listed.code} with modifier ${modifier ?? "none"}.`);
    }
    return none("The state's tables do not list the code for this setting.");
  }

  #priced({ pricer, priced }: CodesOfLookup, listed: ListedCode, modifier: string | null): PricedCode {
    const key = `${textOfListed(listed)} ${modifier}`;
    const known = priced.get(key);
    if (known !== undefined) return known;
    const found = pricer.pricedWith(listed, modifier);
    this.#caveats.add(found.results);
    priced.set(key, found);
    return found;
  }
}

function none(reason: string) {
  return { lines: [], reason };
}

/** `drg 5601`, `group 13`, `procedure 99213`. */
function textOfListed({ setting, joined, group }: ListedCode): string {
  if (group !== null) return groupText(joined);
  return setting === "inpatient" ? `drg ${joined}` : `procedure ${joined}`;
}

function groupText(joined: string): string {
  return `group ${joined.replace(/^0+(?=.)/, "")}`;
}

/** How a published code is searched, by the template's code types. */
function textsOf({ code, type }: PublishedCode): readonly string[] {
  const joined = code.toUpperCase().replaceAll(/[^A-Z0-9]+/g, "");
  // Three digits have no severity: padded, 021 would be 002 with severity 1.
  if (type === "APR-DRG") return /^[0-9]{4}$/.test(joined) ? [`drg ${joined}`] : [];
  if (type === "EAPG" || type === "APG") return [groupText(joined)];
  return ["CPT", "HCPCS", "CDT"].includes(type) ? [`procedure ${joined}`] : [];
}
