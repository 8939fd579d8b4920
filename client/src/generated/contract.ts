/* Made by npm run client-types from the declarations that serve requests. Do not edit. */

import type {
  CaInpatientComparison,
  CaInpatientComparisonRequest,
  CaInpatientExplanation,
  CaInpatientHistory,
  CaInpatientHistoryRequest,
  CaInpatientRequest,
  CaInpatientResult,
  CaOutpatientComparison,
  CaOutpatientComparisonRequest,
  CaOutpatientExplanation,
  CaOutpatientHistory,
  CaOutpatientHistoryRequest,
  CaOutpatientRequest,
  CaOutpatientResult,
  CaProviders,
  CaSearchRequest,
} from "./ca.ts";
import type {
  FlInpatientComparison,
  FlInpatientComparisonRequest,
  FlInpatientExplanation,
  FlInpatientHistory,
  FlInpatientHistoryRequest,
  FlInpatientRequest,
  FlInpatientResult,
  FlOutpatientComparison,
  FlOutpatientComparisonRequest,
  FlOutpatientExplanation,
  FlOutpatientHistory,
  FlOutpatientHistoryRequest,
  FlOutpatientRequest,
  FlOutpatientResult,
  FlProviders,
  FlSearchRequest,
} from "./fl.ts";
import type {
  GaInpatientComparison,
  GaInpatientComparisonRequest,
  GaInpatientExplanation,
  GaInpatientHistory,
  GaInpatientHistoryRequest,
  GaInpatientRequest,
  GaInpatientResult,
  GaOutpatientComparison,
  GaOutpatientComparisonRequest,
  GaOutpatientExplanation,
  GaOutpatientHistory,
  GaOutpatientHistoryRequest,
  GaOutpatientRequest,
  GaOutpatientResult,
  GaProviders,
  GaSearchRequest,
} from "./ga.ts";
import type {
  NyInpatientComparison,
  NyInpatientComparisonRequest,
  NyInpatientExplanation,
  NyInpatientHistory,
  NyInpatientHistoryRequest,
  NyInpatientRequest,
  NyInpatientResult,
  NyOutpatientComparison,
  NyOutpatientComparisonRequest,
  NyOutpatientExplanation,
  NyOutpatientHistory,
  NyOutpatientHistoryRequest,
  NyOutpatientRequest,
  NyOutpatientResult,
  NyProviders,
  NySearchRequest,
} from "./ny.ts";

/** What each state and setting is asked and answers. */
export interface Contract {
  readonly ca: {
    readonly settings: {
      readonly outpatient: {
        readonly request: CaOutpatientRequest;
        readonly historyRequest: CaOutpatientHistoryRequest;
        readonly comparisonRequest: CaOutpatientComparisonRequest;
        readonly result: CaOutpatientResult;
        readonly explanation: CaOutpatientExplanation;
        readonly history: CaOutpatientHistory;
        readonly comparison: CaOutpatientComparison;
      };
      readonly inpatient: {
        readonly request: CaInpatientRequest;
        readonly historyRequest: CaInpatientHistoryRequest;
        readonly comparisonRequest: CaInpatientComparisonRequest;
        readonly result: CaInpatientResult;
        readonly explanation: CaInpatientExplanation;
        readonly history: CaInpatientHistory;
        readonly comparison: CaInpatientComparison;
      };
    };
    readonly searchRequest: CaSearchRequest;
    readonly providers: CaProviders;
  };
  readonly fl: {
    readonly settings: {
      readonly outpatient: {
        readonly request: FlOutpatientRequest;
        readonly historyRequest: FlOutpatientHistoryRequest;
        readonly comparisonRequest: FlOutpatientComparisonRequest;
        readonly result: FlOutpatientResult;
        readonly explanation: FlOutpatientExplanation;
        readonly history: FlOutpatientHistory;
        readonly comparison: FlOutpatientComparison;
      };
      readonly inpatient: {
        readonly request: FlInpatientRequest;
        readonly historyRequest: FlInpatientHistoryRequest;
        readonly comparisonRequest: FlInpatientComparisonRequest;
        readonly result: FlInpatientResult;
        readonly explanation: FlInpatientExplanation;
        readonly history: FlInpatientHistory;
        readonly comparison: FlInpatientComparison;
      };
    };
    readonly searchRequest: FlSearchRequest;
    readonly providers: FlProviders;
  };
  readonly ny: {
    readonly settings: {
      readonly outpatient: {
        readonly request: NyOutpatientRequest;
        readonly historyRequest: NyOutpatientHistoryRequest;
        readonly comparisonRequest: NyOutpatientComparisonRequest;
        readonly result: NyOutpatientResult;
        readonly explanation: NyOutpatientExplanation;
        readonly history: NyOutpatientHistory;
        readonly comparison: NyOutpatientComparison;
      };
      readonly inpatient: {
        readonly request: NyInpatientRequest;
        readonly historyRequest: NyInpatientHistoryRequest;
        readonly comparisonRequest: NyInpatientComparisonRequest;
        readonly result: NyInpatientResult;
        readonly explanation: NyInpatientExplanation;
        readonly history: NyInpatientHistory;
        readonly comparison: NyInpatientComparison;
      };
    };
    readonly searchRequest: NySearchRequest;
    readonly providers: NyProviders;
  };
  readonly ga: {
    readonly settings: {
      readonly outpatient: {
        readonly request: GaOutpatientRequest;
        readonly historyRequest: GaOutpatientHistoryRequest;
        readonly comparisonRequest: GaOutpatientComparisonRequest;
        readonly result: GaOutpatientResult;
        readonly explanation: GaOutpatientExplanation;
        readonly history: GaOutpatientHistory;
        readonly comparison: GaOutpatientComparison;
      };
      readonly inpatient: {
        readonly request: GaInpatientRequest;
        readonly historyRequest: GaInpatientHistoryRequest;
        readonly comparisonRequest: GaInpatientComparisonRequest;
        readonly result: GaInpatientResult;
        readonly explanation: GaInpatientExplanation;
        readonly history: GaInpatientHistory;
        readonly comparison: GaInpatientComparison;
      };
    };
    readonly searchRequest: GaSearchRequest;
    readonly providers: GaProviders;
  };
}
