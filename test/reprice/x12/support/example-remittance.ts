import {
  batch,
  MARKERS,
  type MadeAdjustment,
  type MadeClaim,
  type MadeLine,
  remittance,
  reversal,
} from "./generator.ts";

/*
 * One remittance with every kind of line, and its claims. Each line is 99213 of the sample's California on 2026-10-01, which pays 24.00; two
 * are units of 48.00. What Medicaid does not owe stands beside what it paid too little.
 */

const BIRTH = `${MARKERS.birth.slice(0, 4)}-${MARKERS.birth.slice(4, 6)}-${MARKERS.birth.slice(6)}`;
const DAY = "2026-10-01";
const NPI = "1000700140";

const LINE: MadeLine = {
  code: "99213",
  modifiers: [],
  charge: 10_000,
  paid: 2_400,
  units: 1,
  minutes: null,
  day: DAY,
  control: "1",
  npi: "",
  place: "11",
  adjustments: [],
  allowed: null,
  remarks: [],
};

/** A line that balances: what is not paid is adjusted for one reason. */
function line(paid: number, [group, reason]: readonly [string, string], changes: Partial<MadeLine> = {}): MadeLine {
  const whole = { ...LINE, paid, ...changes };
  const adjustments: readonly MadeAdjustment[] = [{ group, reason, amount: whole.charge - paid }];
  return { ...whole, adjustments };
}

function claim(number: string, lines: readonly MadeLine[], changes: Partial<MadeClaim> = {}): MadeClaim {
  return {
    claim: number,
    payerClaim: `PAYER-${number}`,
    status: "1",
    billingNpi: NPI,
    npi: NPI,
    facility: "11",
    isInstitutional: false,
    drg: "",
    admitted: DAY,
    through: DAY,
    dischargeStatus: "",
    coveredDays: null,
    birth: BIRTH,
    adjustments: [],
    lines: lines.map((each, place) => ({ ...each, control: String(place + 1) })),
    ...changes,
  };
}

const CONTRACT = ["CO", "45"] as const;
const PAID = claim("A-REVERSED", [line(2_400, CONTRACT)]);

const SUBMITTED: readonly MadeClaim[] = [
  claim("A-UNDERPAID", [line(2_000, CONTRACT), line(2_400, CONTRACT)]),
  claim("A-UNITS", [line(4_000, CONTRACT, { units: 2 })]),
  claim("A-LATE", [line(0, ["CO", "29"])], { status: "4" }),
  claim("A-PLAN", [line(0, ["CO", "24"])], { status: "4" }),
  PAID,
];

/** A visit to a hospital: the second line has a revenue code alone. */
const VISIT = claim("A-REVENUE", [line(2_400, CONTRACT), line(1_500, CONTRACT, { code: "" })], {
  isInstitutional: true,
  facility: "13",
});

/** Lines 10: two and a unit line are compared, one more equals its rate, five are not owed, one has no code. PLB takes 5.00. */
export const EXAMPLE_REMITTANCE = remittance([[...SUBMITTED, reversal(PAID), VISIT]], undefined, 500);

/** The claims of the remittance, and one that it does not answer. */
export const EXAMPLE_CLAIMS = batch([[...SUBMITTED, claim("A-UNANSWERED", [line(0, CONTRACT)])], [VISIT]]);
