import type { Factor } from "../../../core/money/factor.ts";
import type { Money } from "../../../core/money/money.ts";
import type { Figure } from "../../../pricing/worksheet/calculation.ts";
import type { AlcDays } from "./alc.ts";
import type { LosScale } from "./los-scale.ts";
import type { Outlier } from "./outlier.ts";
import type { ResolvedServiceType } from "./service-type.ts";
import type { TransferPayment, TransferRate } from "./transfer.ts";

/** What a lookup finds on its way to the payment; of a stay, only what a failed result may show as well (ny 5.3). */
export interface Found {
  /** Null when nothing tells it. */
  serviceType: ResolvedServiceType | null;
  /** The severity of the weight, or the one sent. */
  soi: number | null;
  /** How many severities of the APR-DRG are priced, each in a result of its own. */
  severities: number;
  /** Only of a stay that can be priced, or that lacks nothing but its length. */
  acute?: AcutePayment;
  psychiatric?: PsychiatricPayment;
}

/** What is known before anything is looked up. */
export function nothingFound(soi: number | null): Found {
  return { serviceType: null, soi, severities: 1 };
}

/** What an acute stay is paid by; a transfer without a length of stay has only its daily rate (ny 5.4). */
interface AcutePayment extends AcuteBase {
  readonly capital?: InlierCapital;
  /** Null where it was not evaluated. */
  readonly outlier?: Outlier | null;
  readonly transferRate?: TransferRate;
  readonly transferPayment?: TransferPayment;
  readonly addOns?: CaseAddOns;
  readonly alc?: AlcDays | null;
}

/** What every acute stay is priced by. */
export interface AcuteBase {
  readonly dischargeRate: Figure<Money>;
  readonly siw: Figure<Factor>;
  readonly statewideBasePrice: Figure<Money> | null;
  readonly basePayment: Figure<Money>;
}

/** The capital that an inlier is paid per discharge. */
export interface InlierCapital {
  readonly perDischarge: Figure<Money> | null;
  readonly ambulance: Figure<Money> | null;
  readonly teachingElection: Figure<Money> | null;
  readonly schoolNursing: Figure<Money> | null;
  readonly minimumWage: Figure<Money> | null;
}

/** What is paid once per case beside the DRG, on transfers too. */
export interface CaseAddOns {
  readonly dme: Figure<Money> | null;
  readonly safetyNet: Figure<Money> | null;
  readonly averageCommercialRate: Figure<Money> | null;
}

/** What a psychiatric stay is paid by (ny 5.5). */
interface PsychiatricPayment extends PerDiemFigures {
  readonly factors: PatientFactors;
  /** Null without a length of stay. */
  readonly priced: PricedPsychiatricStay | null;
}

/** What the adjusted per diem is made of, and what is paid beside it (ny 5.5 step 2). */
export interface PerDiemFigures {
  readonly basePerDiem: Figure<Money>;
  readonly siw: Figure<Factor>;
  readonly nonOperatingPerDiem: Figure<Money> | null;
}

/** The factors of the patient, each null where it does not apply. */
export interface PatientFactors {
  readonly age: Figure<Factor> | null;
  readonly intellectualDisability: Figure<Factor> | null;
  readonly comorbidity: Figure<Factor> | null;
}

/** What a psychiatric stay is paid by once its length is known (ny 5.5 steps 4 to 8). */
interface PricedPsychiatricStay extends DailyAddOns {
  readonly scale: LosScale;
  readonly isReadmission: boolean;
  readonly ect: EctTreatments | null;
  readonly alc: AlcDays | null;
}

/** What managed care adds per day, each null where the hospital does not have it. */
export interface DailyAddOns {
  readonly safetyNet: Figure<Money> | null;
  readonly averageCommercialRate: Figure<Money> | null;
  readonly medicalEducation: Figure<Money> | null;
}

/** Electroconvulsive therapy. */
export interface EctTreatments {
  readonly perTreatment: Figure<Money>;
  readonly treatments: Figure<Factor>;
}
