import { noCaveats, type StateSubject } from "../answers/answer.ts";
import type { Caveats } from "../answers/caveats.ts";
import type { ListedCode } from "../answers/codes/listed.ts";
import { LinePricer, type ListedPrices } from "../answers/price-list/lines.ts";
import { codesInScope, type ListScope, warningsOf } from "../answers/price-list/list.ts";
import type { PriceLine } from "../answers/price-list/schema.ts";
import { Refusal } from "../core/text/refusal.ts";
import type { PublishedCharge, PublishedCode } from "./published/charge.ts";

interface CodesOfLookup {
  readonly pricer: LinePricer;
  readonly isByStay: boolean;
  readonly byText: ReadonlyMap<string, ListedCode>;
}

/** `APR-DRG 5601`, `EAPG 13`, `HCPCS 99213`. */
function textOfListed({ setting, joined, group }: ListedCode): string {
  if (group !== null) return `group ${joined.replace(/^0+(?=.)/, "")}`;
  return setting === "inpatient" ? `drg ${joined}` : `procedure ${joined}`;
}

/** The template's code types that the state's codes may have. */
const PROCEDURES = ["CPT", "HCPCS", "CDT"];
const GROUPS = ["EAPG", "APG"];
const DRGS = ["APR-DRG"];

/** The texts that a published code is searched under. */
function textsOf({ code, type }: PublishedCode): readonly string[] {
  const joined = code.toUpperCase().replaceAll(/[^A-Z0-9]+/g, "");
  const drg = `drg ${joined.padStart(4, "0")}`;
  const group = `group ${joined.replace(/^0+(?=.)/, "")}`;
  if (type === null) return [`procedure ${joined}`, ...(code.includes("-") ? [drg] : [group])];
  if (DRGS.includes(type)) return [drg];
  if (GROUPS.includes(type)) return [group];
  return PROCEDURES.includes(type) ? [`procedure ${joined}`] : [];
}

/** What the state pays for published codes. A code is priced once, when its first charge comes. */
export class StatePrices {
  readonly #lookups: readonly CodesOfLookup[];
  readonly #priced = new Map<ListedCode, ListedPrices>();

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

  /** The lines of the state for a charge, with its modifiers; why there are none; or why it cannot be compared. */
  linesOf(charge: PublishedCharge): { readonly lines: readonly PriceLine[]; readonly reason: string | null } | Refusal {
    const texts = charge.codes.flatMap(textsOf);
    if (texts.length === 0) return new Refusal(noSuchSystem(charge.codes));
    const [modifier = null, ...others] = charge.modifiers;
    if (others.length > 0) return new Refusal("The line has several modifiers, and the state's prices have one.");
    for (const { pricer, isByStay, byText } of this.#lookups) {
      if (charge.setting === (isByStay ? "outpatient" : "inpatient")) continue;
      const listed = texts.map((text) => byText.get(text)).find((each) => each !== undefined);
      if (listed === undefined) continue;
      const { lines, noRate } = this.#pricedBy(pricer, listed);
      const ofModifier = lines.filter((line) => line.modifier === modifier);
      if (ofModifier.length > 0) return { lines: ofModifier, reason: null };
      const reason =
        noRate?.message ?? `The state has no price for ${listed.code} with modifier ${modifier ?? "none"}.`;
      return { lines: [], reason };
    }
    return { lines: [], reason: "The state's tables do not list the code for this setting." };
  }

  #pricedBy(pricer: LinePricer, listed: ListedCode): ListedPrices {
    const known = this.#priced.get(listed);
    if (known !== undefined) return known;
    const priced = pricer.priced(listed);
    this.#caveats.add(priced.results);
    this.#priced.set(listed, priced);
    return priced;
  }
}

function noSuchSystem(codes: readonly PublishedCode[]): string {
  const types = [...new Set(codes.map(({ type }) => type ?? "unknown"))].join(", ");
  return codes.length === 0
    ? "The line has no code."
    : `The code is of another system (${types}) than the state's: APR-DRG, EAPG, CPT and HCPCS are compared.`;
}
