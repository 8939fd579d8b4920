import type { Factor } from "../../../core/money/factor.ts";
import type { Money } from "../../../core/money/money.ts";
import { foldName } from "../../../core/text/folding.ts";
import type { RateData } from "../../../dataset/table.ts";
import type { NoRate } from "../../../pricing/no-rate.ts";
import { type Sheet, UNPRINTED } from "../../../pricing/sheet.ts";
import { type Figure, greaterOf, lesserOf, plus, times, words } from "../../../pricing/worksheet/calculation.ts";
import { decide } from "../../../pricing/worksheet/computing.ts";
import { lookUp, noOperatingCertificate } from "../failures.ts";
import { certificateDigits } from "../identifiers.ts";
import { assumeRateCode, follow, rateCodesTo, routedFrom, routesOf } from "../routing.ts";
import {
  type ApgFeeRow,
  type ApgWeight,
  apgFees,
  apgProcedures,
  apgWeights,
  dtcBaseRates,
  dtcCapital,
  type HospitalApgRate,
  hospitalApgRates,
  newYorkProgram,
  type Provider,
} from "../tables.ts";
import {
  type ClinicApgColumn,
  HOSPITAL_APG_COLUMNS,
  type HospitalApgColumn,
  PEER_GROUPS,
  type PeerGroup,
  REGIONS,
  type Region,
} from "../values.ts";
import type { OutpatientCode, OutpatientRequest } from "./request.ts";

/** What either APG path finds. A failed lookup shows nothing of its path (ny 4.1). */
export interface ApgFound {
  apg?: ApgPrice;
  flatFee?: ApgFeeRow;
}

/** What an APG price is made of, at a hospital or a clinic. */
interface ApgPrice {
  readonly weight: CodeWeight;
  readonly baseRate: Figure<Money>;
  /** The name of the base rate's column, as the contract lists it. */
  readonly column: HospitalApgColumn | ClinicApgColumn;
  readonly operating: Figure<Money>;
  readonly capital: Capital | null;
  /** Null at hospitals, whose base rate is their own. */
  readonly region: Region | null;
}

/** The fee of an HCPCS code, which comes before any weight; null without an effective one (ny 4.2 step 1). */
export function flatFeeOf({ code, apg }: OutpatientCode, sheet: Sheet): ApgFeeRow | null {
  return apg === null ? (sheet.rowIfAny(apgFees, { code }) ?? null) : null;
}

/** The fee that hospitals and clinics are paid in place of weight x base rate, every digit of it (ny 4.2 step 1). */
export function flatFeePayment(row: ApgFeeRow, sheet: Sheet, found: ApgFound): Figure<Factor> {
  found.flatFee = sheet.use(row);
  const amount = sheet.amount("APG fee schedule amount", row, "amount");
  return sheet.published("ny 4.2 step 1", amount, { trail: ` for ${row.code}` });
}

interface CodeWeight {
  readonly weight: Figure<Factor>;
  /** The row of the APG whose weight it is; null for a procedure with its own, which is paid by it alone. */
  readonly apgRow: ApgWeight | null;
  /** The APG of the code; a procedure with its own weight may have none. */
  readonly apg: number | null;
  readonly unitsLimit: Factor | null;
}

/** The weight of an APG, or of the procedure that groups to one or has its own (ny 4.2 steps 2 and 3). */
export function weightOf({ code, apg }: OutpatientCode, sheet: Sheet): CodeWeight {
  if (apg !== null) return weightOfApg(apg, null, sheet);

  const procedures = sheet.rows(apgProcedures, { code });
  const procedure = sheet.only(procedures, "code_not_listed", () => noWeight(code));
  const { unitsLimit } = procedure;
  const ownWeight = sheet.figure("px_based_weight", procedure, "pxBasedWeight");
  if (ownWeight !== null) return { weight: ownWeight, apgRow: null, apg: procedure.apg, unitsLimit };
  return weightOfApg(procedure.apg as number, unitsLimit, sheet);
}

function weightOfApg(apg: number, unitsLimit: Factor | null, sheet: Sheet): CodeWeight {
  const expected = { code: "code_not_listed", what: "APG weight", key: `APG ${apg}` } as const;
  const apgRow = lookUp(sheet.rows(apgWeights, { apg }), expected, sheet);
  return { weight: sheet.figure("apg_weight", apgRow, "apgWeight"), apgRow, apg, unitsLimit };
}

function noWeight(code: string): string {
  return `HCPCS code ${code} has no procedure-based APG weight and no APG grouping in the loaded data; send the APG number instead.`;
}

/** The code's flat fee, or weight x the hospital's base rate, which includes capital (ny 4.3). */
export function hospitalApg(request: OutpatientRequest, provider: Provider, sheet: Sheet, found: ApgFound): Figure {
  const { billingCode, rateCode } = request;
  const fee = flatFeeOf(billingCode, sheet);
  if (fee !== null) {
    // A flat fee needs only a valid rate code of the hospital's path.
    if (rateCode !== null) routedFrom("hospital_rate_code", rateCode, () => HOSPITAL_APG_COLUMNS, sheet);
    return flatFeePayment(fee, sheet, found);
  }

  const weight = weightOf(billingCode, sheet);
  const column = columnOf(rateCode, provider, sheet);
  const { opcert } = provider;
  if (opcert === null) throw noOperatingCertificate(provider, sheet);
  const key = `operating certificate ${opcert}`;
  const expected = { code: "no_provider_rate", what: "hospital APG base rate", key } as const;
  const rates = lookUp(sheet.rows(hospitalApgRates, { opcert: certificateDigits(opcert) }), expected, sheet);
  const baseRate = sheet.figure(BASE_RATE, rates, CELL_OF_COLUMN[column]);
  if (baseRate === null) throw noRateInColumn(column, rates, key, sheet);

  const operating = operatingPayment("ny 4.3 step 5", weight, baseRate, column, sheet);
  found.apg = { weight, baseRate, column, operating, capital: null, region: null };
  return operating;
}

const CELL_OF_COLUMN = {
  apg_base_rate_opd_visit: "apgBaseRateOpdVisit",
  apg_base_rate_ed: "apgBaseRateEd",
  apg_base_rate_opd_episode: "apgBaseRateOpdEpisode",
} as const satisfies Record<HospitalApgColumn, keyof HospitalApgRate>;

/** The base rate of a rate code, an OPD visit when none is sent (ny 4.3 step 2). */
function columnOf(rateCode: string | null, { opcert }: Provider, sheet: Sheet): HospitalApgColumn {
  if (rateCode === null) {
    assumeRateCode("apg_base_rate_opd_visit", "hospital_rate_code", "not sent: an OPD visit", sheet);
    return "apg_base_rate_opd_visit";
  }
  const paid = () =>
    opcert === null ? [] : columnsIn(sheet.rowIfAny(hospitalApgRates, { opcert: certificateDigits(opcert) }));
  return routedFrom("hospital_rate_code", rateCode, paid, sheet);
}

function columnsIn(rates: HospitalApgRate | undefined): readonly HospitalApgColumn[] {
  return HOSPITAL_APG_COLUMNS.filter((column) => rates !== undefined && rates[CELL_OF_COLUMN[column]] !== null);
}

/** The hospital has rates, but not the one of the rate code (ny 4.3 step 4). */
function noRateInColumn(column: HospitalApgColumn, rates: HospitalApgRate, key: string, sheet: Sheet): NoRate {
  return sheet.noRate("no_provider_rate", `No ${column} is published for ${key}.`, {
    remedy: rateCodesTo(columnsIn(rates), "hospital_rate_code", sheet),
  });
}

/**
 * The code's flat fee, or weight x the base rate of peer group and region, plus the clinic's capital add-on (ny 4.4).
 */
export function clinicApg(request: OutpatientRequest, provider: Provider, sheet: Sheet, found: ApgFound): Figure {
  const { billingCode, rateCode, serviceRegion } = request;
  const fee = flatFeeOf(billingCode, sheet);
  if (fee !== null) {
    // A flat fee needs only a valid rate code of the clinic's path: no peer group and no region.
    if (rateCode !== null) routedFrom("dtc_rate_code", rateCode, () => PEER_GROUPS, sheet);
    return flatFeePayment(fee, sheet, found);
  }

  const weight = weightOf(billingCode, sheet);
  const peerGroup = peerGroupOf(rateCode, provider, sheet);
  const { region, ignored } = chooseRegion(provider, peerGroup, serviceRegion, sheet);
  const expected = {
    code: "missing_information",
    what: "clinic APG base rate",
    key: `${peerGroup} ${region}`,
  } as const;
  const base = lookUp(sheet.rows(dtcBaseRates, { peerGroup, region }), expected, sheet);
  const baseRate = sheet.figure(BASE_RATE, base, "baseRate");
  const column = `apg_base_rate_dtc_${peerGroup}_${region.toLowerCase() as Lowercase<Region>}` as const;

  const operating = operatingPayment("ny 4.4 step 5", weight, baseRate, column, sheet);
  const capital = capitalOf(provider, peerGroup, weight, sheet);
  const payment =
    capital === null
      ? operating
      : sheet.dollars("ny 4.4 step 7", plus(operating.called("payment_operating"), capital.addOn));
  if (ignored !== null) {
    sheet.note(
      "ny 4.4 step 3",
      words`note: service_region ${ignored} has no effect, the provider's region is ${region}`,
    );
  }
  found.apg = { weight, baseRate, column, operating, capital, region };
  return payment;
}

/** The peer group of the rate code; without one, clinic before ambulatory surgery (ny 4.4 step 2). */
function peerGroupOf(rateCode: string | null, provider: Provider, sheet: Sheet): PeerGroup {
  const { providerName, peerGroups } = provider;
  const routed = rateCode === null ? null : routedFrom("dtc_rate_code", rateCode, () => peerGroups, sheet);
  if (peerGroups.length === 0) {
    throw sheet.noRate("no_provider_rate", `${providerName} has no APG peer group in the loaded data.`);
  }
  if (routed === null) return defaultGroup(peerGroups.includes("clinic") ? "clinic" : "ambsurg", sheet);
  if (!peerGroups.includes(routed)) throw notInGroup(routed, rateCode as string, provider, sheet);
  return routed;
}

function defaultGroup(group: PeerGroup, sheet: Sheet): PeerGroup {
  const reason =
    group === "clinic" ? "clinic, which comes first" : "ambulatory surgery, the provider's only peer group";
  assumeRateCode(group, "dtc_rate_code", `not sent: ${reason}`, sheet);
  return group;
}

function notInGroup(routed: PeerGroup, rateCode: string, { providerName, peerGroups }: Provider, sheet: Sheet): NoRate {
  const own = PEER_GROUPS.filter((group) => peerGroups.includes(group));
  return sheet.noRate(
    "not_for_request",
    `${providerName} is not in APG peer group ${routed} (rate code ${rateCode}); its peer groups: ${own.join(", ")}.`,
    { remedy: rateCodesTo(own, "dtc_rate_code", sheet) },
  );
}

/** The APG regions of a clinic, Downstate first: as published, or that of its county (ny 4.4 step 3). */
export function regionsOf(provider: Provider, data: RateData): readonly Region[] {
  return regionsBy(provider, (county) => routesOf(data).county.get(county)?.target);
}

function regionsBy(
  { serviceRegions, county }: Provider,
  regionOfCounty: (foldedName: string) => Region | undefined,
): readonly Region[] {
  if (serviceRegions.length > 0) return REGIONS.filter((region) => serviceRegions.includes(region));
  const region = county === null ? undefined : regionOfCounty(foldName(county));
  return region === undefined ? [] : [region];
}

interface ChosenRegion {
  readonly region: Region;
  /** The region sent, when the provider is not in it and another one was used. */
  readonly ignored: Region | null;
}

/** The region that prices a clinic's visit (ny 4.4 step 3). */
export function chooseRegion(
  provider: Provider,
  peerGroup: PeerGroup,
  sent: Region | null,
  sheet: Sheet,
): ChosenRegion {
  const [first, second] = regionsBy(provider, (county) => follow("county", county, sheet));
  if (first === undefined) {
    if (sent === null) throw notKnown(provider, peerGroup, sheet);
    return { region: sent, ignored: null };
  }
  if (second !== undefined) {
    if (sent === null) sheet.assume("service_region", "Downstate", "not sent: the provider is in both regions");
    return { region: sent ?? "Downstate", ignored: null };
  }
  if (sent === null) sheet.assume("service_region", first, "not sent: the provider's only region");
  return { region: first, ignored: sent === first ? null : sent };
}

/** A region that has a base rate on the day would help. */
function notKnown({ providerName }: Provider, peerGroup: PeerGroup, sheet: Sheet): NoRate {
  const priced = REGIONS.filter((region) => sheet.rowIfAny(dtcBaseRates, { peerGroup, region }) !== undefined);
  return sheet.noRate("missing_information", `The APG region of ${providerName} is not known; send service_region.`, {
    remedy: priced.map((value) => ({ parameter: "service_region", value, why: "has a base rate on the day" })),
  });
}

interface Capital {
  readonly addOn: Figure<Money>;
  /** Null when the expected range has no value on the day. */
  readonly isAnomaly: boolean | null;
}

const CAPITAL_STEP = "ny 4.4 step 6";

/** The effective add-on, even an anomalous one; null if the APG has none or none is published (ny 4.4 step 6). */
function capitalOf({ npi }: Provider, peerGroup: PeerGroup, weight: CodeWeight, sheet: Sheet): Capital | null {
  const apgRow = apgRowOf(weight, sheet);
  if (apgRow?.noCapitalAddon) {
    sheet.note(CAPITAL_STEP, words`no capital add-on for APG ${String(apgRow.apg)}`);
    return null;
  }
  const row = sheet.rowIfAny(dtcCapital, { npi, peerGroup });
  if (row === undefined) {
    sheet.note(CAPITAL_STEP, words`no capital add-on is published`);
    return null;
  }
  const addOn = sheet.figure("payment_capital", sheet.use(row), "capitalAddon");
  return { addOn, isAnomaly: isOutsideExpected(addOn, sheet) };
}

/** The APG that says whether capital is paid. A procedure with its own weight is not priced by it, so its period does not count. */
function apgRowOf({ apgRow, apg }: CodeWeight, sheet: Sheet): ApgWeight | null {
  if (apgRow !== null || apg === null) return apgRow;
  const row = sheet.rowIfAny(apgWeights, { apg });
  return row === undefined ? null : sheet.consult(row);
}

/**
 * Whether an add-on is outside the expected range. Only a flag: the add-on is not cut to the range, and a missing bound
 * never fails a price.
 */
function isOutsideExpected(addOn: Figure<Money>, sheet: Sheet): boolean | null {
  const least = sheet.dollarParameterIfAny(newYorkProgram, "dtc_capital_expected_min");
  const most = sheet.dollarParameterIfAny(newYorkProgram, "dtc_capital_expected_max");
  if (least === null || most === null) return null;
  const isBelow = decide(addOn, "less", least);
  sheet.notApplied(sheet.dollars(CAPITAL_STEP, greaterOf(addOn, least), UNPRINTED), isBelow);
  const isAbove = decide(addOn, "greater", most);
  sheet.notApplied(sheet.dollars(CAPITAL_STEP, lesserOf(addOn, most), UNPRINTED), isAbove);
  return isBelow.outcome || isAbove.outcome;
}

/** The name of a base rate in formulas; its column is printed after its value. */
const BASE_RATE = "apg_base_rate_used";

/** Weight x base rate (ny 4.3 step 5, 4.4 step 5). */
function operatingPayment(
  section: string,
  { weight }: CodeWeight,
  baseRate: Figure<Money>,
  column: string,
  sheet: Sheet,
): Figure<Money> {
  return sheet.dollars(section, times(weight, baseRate.called(BASE_RATE, `, ${column}`)));
}
