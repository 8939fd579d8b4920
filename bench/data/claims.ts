import { join } from "node:path";
import { Random } from "../support/random.ts";
import { batchOf, type Lookup, type Workload } from "../support/workload.ts";
import { readTable } from "./cells.ts";
import type { DatasetSize } from "./dataset.ts";
import { type Claims, HOSPITAL, type StatePlan } from "./plan.ts";
import { plans } from "./plans/index.ts";
import { npiOf, numbersByKind } from "./registry.ts";

/** Every period of the dataset that is still looked up. */
const FIRST_DAY = Date.parse("2024-07-01");
const DAYS = 860;
const MILLISECONDS_PER_DAY = 86_400_000;
const INPATIENT_SHARE = 0.3;
const STAY_DAYS_MAX = 12;
/** A batch is of one state and setting; batches go through all of them in turn. */
const SETTINGS = ["outpatient", "inpatient"] as const;

/** Claims of every state, mixed as in life: mostly office visits, some stays, common codes far more often than rare ones. */
export function claimsOf(dataset: string, size: DatasetSize): Workload {
  const states = plans.filter(({ code }) => size.providers[code] !== undefined);
  const makers = new Map(states.map((plan) => [plan.code, claimMaker(plan, dataset, size.providers[plan.code] ?? 0)]));
  const codes = [...makers.keys()];
  const total = Object.values(size.providers).reduce((sum, count) => sum + count, 0);

  return {
    about: `${total.toLocaleString("en")} providers in ${codes.length} states`,
    states: codes,
    lookups: (count, { seed, state, billing = count }) => {
      const random = new Random(seed);
      return Array.from({ length: count }, (_, index) => {
        const maker = makers.get(state ?? random.pick(codes)) as ClaimMaker;
        const setting = random.next() < INPATIENT_SHARE ? "inpatient" : "outpatient";
        return maker[setting](random, new Random(seed + (index % billing)));
      });
    },
    batch: (items, number) => {
      const maker = makers.get(codes[number % codes.length] as string) as ClaimMaker;
      const setting = SETTINGS[Math.floor(number / codes.length) % SETTINGS.length] as (typeof SETTINGS)[number];
      const random = new Random(100 + number);
      return batchOf(Array.from({ length: items }, () => maker[setting](random, random)));
    },
  };
}

/** Makes a lookup; `who` chooses the provider, so that a provider can be made to come again. */
type MakeLookup = (random: Random, who: Random) => Lookup;
type ClaimMaker = Readonly<Record<Lookup["setting"], MakeLookup>>;

function claimMaker(plan: StatePlan, dataset: string, providers: number): ClaimMaker {
  const folder = join(dataset, plan.code);
  const numbers = numbersByKind(plan, providers);
  const npi = (kind: string, who: Random) => {
    const [first, end] = numbers.get(kind) as readonly [number, number];
    return npiOf(plan, first + who.below(end - first));
  };
  const paid = plan.claims.map((claims) => ({ ...claims, codes: codesOf(folder, claims) }));
  const drgs = codesOf(folder, { table: plan.drgWeights.table, column: plan.drgWeights.column });
  const state = plan.code;
  return {
    outpatient: (random, who) => {
      const { kind, codes } = byShare(paid, who.next());
      const billingCode = random.pickSkewed(codes);
      const fields = { npi: npi(kind, who), billing_code: billingCode, date_of_service: recentDay(random) };
      return { state, setting: "outpatient", fields };
    },
    inpatient: (random, who) => {
      const fields = {
        npi: npi(HOSPITAL, who),
        billing_code: `${random.pick(drgs)}-${1 + random.below(4)}`,
        [plan.stayDay]: recentDay(random),
        length_of_stay: 1 + random.below(STAY_DAYS_MAX),
      };
      return { state, setting: "inpatient", fields };
    },
  };
}

function codesOf(
  folder: string,
  { table, column, where = () => true }: Pick<Claims, "table" | "column" | "where">,
): string[] {
  const rows = readTable(folder, table).rows.filter(where);
  return [...new Set(rows.map((row) => row[column] ?? ""))];
}

function byShare<Of extends { readonly share: number }>(items: readonly Of[], point: number): Of {
  let passed = 0;
  for (const item of items) {
    passed += item.share;
    if (point < passed) return item;
  }
  return items.at(-1) as Of;
}

function recentDay(random: Random): string {
  const day = FIRST_DAY + Math.floor((1 - random.next() ** 2) * DAYS) * MILLISECONDS_PER_DAY;
  return new Date(day).toISOString().slice(0, 10);
}
