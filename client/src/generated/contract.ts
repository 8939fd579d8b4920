/* Made by npm run client-types from the declarations that serve requests. Do not edit. */

import type {
  CaInpatientComparison,
  CaInpatientComparisonRequest,
  CaInpatientExplanation,
  CaInpatientHistory,
  CaInpatientHistoryRequest,
  CaInpatientOptionsRequest,
  CaInpatientRequest,
  CaInpatientResult,
  CaInpatientWhatIf,
  CaInpatientWhatIfRequest,
  CaOutpatientBenchmark,
  CaOutpatientBenchmarkRequest,
  CaOutpatientComparison,
  CaOutpatientComparisonRequest,
  CaOutpatientExplanation,
  CaOutpatientHistory,
  CaOutpatientHistoryRequest,
  CaOutpatientOptionsRequest,
  CaOutpatientRequest,
  CaOutpatientResult,
  CaOutpatientWhatIf,
  CaOutpatientWhatIfRequest,
  CaProviders,
  CaSearchRequest,
} from "./ca.ts";
import type {
  FlInpatientComparison,
  FlInpatientComparisonRequest,
  FlInpatientExplanation,
  FlInpatientHistory,
  FlInpatientHistoryRequest,
  FlInpatientOptionsRequest,
  FlInpatientRequest,
  FlInpatientResult,
  FlInpatientWhatIf,
  FlInpatientWhatIfRequest,
  FlOutpatientBenchmark,
  FlOutpatientBenchmarkRequest,
  FlOutpatientComparison,
  FlOutpatientComparisonRequest,
  FlOutpatientExplanation,
  FlOutpatientHistory,
  FlOutpatientHistoryRequest,
  FlOutpatientOptionsRequest,
  FlOutpatientRequest,
  FlOutpatientResult,
  FlOutpatientWhatIf,
  FlOutpatientWhatIfRequest,
  FlProviders,
  FlSearchRequest,
} from "./fl.ts";
import type {
  GaInpatientComparison,
  GaInpatientComparisonRequest,
  GaInpatientExplanation,
  GaInpatientHistory,
  GaInpatientHistoryRequest,
  GaInpatientOptionsRequest,
  GaInpatientRequest,
  GaInpatientResult,
  GaInpatientWhatIf,
  GaInpatientWhatIfRequest,
  GaOutpatientBenchmark,
  GaOutpatientBenchmarkRequest,
  GaOutpatientComparison,
  GaOutpatientComparisonRequest,
  GaOutpatientExplanation,
  GaOutpatientHistory,
  GaOutpatientHistoryRequest,
  GaOutpatientOptionsRequest,
  GaOutpatientRequest,
  GaOutpatientResult,
  GaOutpatientWhatIf,
  GaOutpatientWhatIfRequest,
  GaProviders,
  GaSearchRequest,
} from "./ga.ts";
import type {
  NyInpatientComparison,
  NyInpatientComparisonRequest,
  NyInpatientExplanation,
  NyInpatientHistory,
  NyInpatientHistoryRequest,
  NyInpatientOptionsRequest,
  NyInpatientRequest,
  NyInpatientResult,
  NyInpatientWhatIf,
  NyInpatientWhatIfRequest,
  NyOutpatientBenchmark,
  NyOutpatientBenchmarkRequest,
  NyOutpatientComparison,
  NyOutpatientComparisonRequest,
  NyOutpatientExplanation,
  NyOutpatientHistory,
  NyOutpatientHistoryRequest,
  NyOutpatientOptionsRequest,
  NyOutpatientRequest,
  NyOutpatientResult,
  NyOutpatientWhatIf,
  NyOutpatientWhatIfRequest,
  NyProviders,
  NySearchRequest,
} from "./ny.ts";
import type { Options } from "./shared.ts";

/** The requests and answers of each state and setting. */
export interface Contract {
  readonly ca: {
    readonly settings: {
      readonly outpatient: {
        readonly request: CaOutpatientRequest;
        readonly result: CaOutpatientResult;
        readonly answers: {
          readonly price: { readonly request: CaOutpatientRequest; readonly answer: readonly CaOutpatientResult[] };
          readonly explain: { readonly request: CaOutpatientRequest; readonly answer: CaOutpatientExplanation };
          readonly history: { readonly request: CaOutpatientHistoryRequest; readonly answer: CaOutpatientHistory };
          readonly compare: {
            readonly request: CaOutpatientComparisonRequest;
            readonly answer: CaOutpatientComparison;
          };
          readonly options: { readonly request: CaOutpatientOptionsRequest; readonly answer: Options };
          readonly whatIf: { readonly request: CaOutpatientWhatIfRequest; readonly answer: CaOutpatientWhatIf };
          readonly benchmark: {
            readonly request: CaOutpatientBenchmarkRequest;
            readonly answer: CaOutpatientBenchmark;
          };
        };
      };
      readonly inpatient: {
        readonly request: CaInpatientRequest;
        readonly result: CaInpatientResult;
        readonly answers: {
          readonly price: { readonly request: CaInpatientRequest; readonly answer: readonly CaInpatientResult[] };
          readonly explain: { readonly request: CaInpatientRequest; readonly answer: CaInpatientExplanation };
          readonly history: { readonly request: CaInpatientHistoryRequest; readonly answer: CaInpatientHistory };
          readonly compare: { readonly request: CaInpatientComparisonRequest; readonly answer: CaInpatientComparison };
          readonly options: { readonly request: CaInpatientOptionsRequest; readonly answer: Options };
          readonly whatIf: { readonly request: CaInpatientWhatIfRequest; readonly answer: CaInpatientWhatIf };
        };
      };
    };
    readonly searchRequest: CaSearchRequest;
    readonly providers: CaProviders;
  };
  readonly fl: {
    readonly settings: {
      readonly outpatient: {
        readonly request: FlOutpatientRequest;
        readonly result: FlOutpatientResult;
        readonly answers: {
          readonly price: { readonly request: FlOutpatientRequest; readonly answer: readonly FlOutpatientResult[] };
          readonly explain: { readonly request: FlOutpatientRequest; readonly answer: FlOutpatientExplanation };
          readonly history: { readonly request: FlOutpatientHistoryRequest; readonly answer: FlOutpatientHistory };
          readonly compare: {
            readonly request: FlOutpatientComparisonRequest;
            readonly answer: FlOutpatientComparison;
          };
          readonly options: { readonly request: FlOutpatientOptionsRequest; readonly answer: Options };
          readonly whatIf: { readonly request: FlOutpatientWhatIfRequest; readonly answer: FlOutpatientWhatIf };
          readonly benchmark: {
            readonly request: FlOutpatientBenchmarkRequest;
            readonly answer: FlOutpatientBenchmark;
          };
        };
      };
      readonly inpatient: {
        readonly request: FlInpatientRequest;
        readonly result: FlInpatientResult;
        readonly answers: {
          readonly price: { readonly request: FlInpatientRequest; readonly answer: readonly FlInpatientResult[] };
          readonly explain: { readonly request: FlInpatientRequest; readonly answer: FlInpatientExplanation };
          readonly history: { readonly request: FlInpatientHistoryRequest; readonly answer: FlInpatientHistory };
          readonly compare: { readonly request: FlInpatientComparisonRequest; readonly answer: FlInpatientComparison };
          readonly options: { readonly request: FlInpatientOptionsRequest; readonly answer: Options };
          readonly whatIf: { readonly request: FlInpatientWhatIfRequest; readonly answer: FlInpatientWhatIf };
        };
      };
    };
    readonly searchRequest: FlSearchRequest;
    readonly providers: FlProviders;
  };
  readonly ny: {
    readonly settings: {
      readonly outpatient: {
        readonly request: NyOutpatientRequest;
        readonly result: NyOutpatientResult;
        readonly answers: {
          readonly price: { readonly request: NyOutpatientRequest; readonly answer: readonly NyOutpatientResult[] };
          readonly explain: { readonly request: NyOutpatientRequest; readonly answer: NyOutpatientExplanation };
          readonly history: { readonly request: NyOutpatientHistoryRequest; readonly answer: NyOutpatientHistory };
          readonly compare: {
            readonly request: NyOutpatientComparisonRequest;
            readonly answer: NyOutpatientComparison;
          };
          readonly options: { readonly request: NyOutpatientOptionsRequest; readonly answer: Options };
          readonly whatIf: { readonly request: NyOutpatientWhatIfRequest; readonly answer: NyOutpatientWhatIf };
          readonly benchmark: {
            readonly request: NyOutpatientBenchmarkRequest;
            readonly answer: NyOutpatientBenchmark;
          };
        };
      };
      readonly inpatient: {
        readonly request: NyInpatientRequest;
        readonly result: NyInpatientResult;
        readonly answers: {
          readonly price: { readonly request: NyInpatientRequest; readonly answer: readonly NyInpatientResult[] };
          readonly explain: { readonly request: NyInpatientRequest; readonly answer: NyInpatientExplanation };
          readonly history: { readonly request: NyInpatientHistoryRequest; readonly answer: NyInpatientHistory };
          readonly compare: { readonly request: NyInpatientComparisonRequest; readonly answer: NyInpatientComparison };
          readonly options: { readonly request: NyInpatientOptionsRequest; readonly answer: Options };
          readonly whatIf: { readonly request: NyInpatientWhatIfRequest; readonly answer: NyInpatientWhatIf };
        };
      };
    };
    readonly searchRequest: NySearchRequest;
    readonly providers: NyProviders;
  };
  readonly ga: {
    readonly settings: {
      readonly outpatient: {
        readonly request: GaOutpatientRequest;
        readonly result: GaOutpatientResult;
        readonly answers: {
          readonly price: { readonly request: GaOutpatientRequest; readonly answer: readonly GaOutpatientResult[] };
          readonly explain: { readonly request: GaOutpatientRequest; readonly answer: GaOutpatientExplanation };
          readonly history: { readonly request: GaOutpatientHistoryRequest; readonly answer: GaOutpatientHistory };
          readonly compare: {
            readonly request: GaOutpatientComparisonRequest;
            readonly answer: GaOutpatientComparison;
          };
          readonly options: { readonly request: GaOutpatientOptionsRequest; readonly answer: Options };
          readonly whatIf: { readonly request: GaOutpatientWhatIfRequest; readonly answer: GaOutpatientWhatIf };
          readonly benchmark: {
            readonly request: GaOutpatientBenchmarkRequest;
            readonly answer: GaOutpatientBenchmark;
          };
        };
      };
      readonly inpatient: {
        readonly request: GaInpatientRequest;
        readonly result: GaInpatientResult;
        readonly answers: {
          readonly price: { readonly request: GaInpatientRequest; readonly answer: readonly GaInpatientResult[] };
          readonly explain: { readonly request: GaInpatientRequest; readonly answer: GaInpatientExplanation };
          readonly history: { readonly request: GaInpatientHistoryRequest; readonly answer: GaInpatientHistory };
          readonly compare: { readonly request: GaInpatientComparisonRequest; readonly answer: GaInpatientComparison };
          readonly options: { readonly request: GaInpatientOptionsRequest; readonly answer: Options };
          readonly whatIf: { readonly request: GaInpatientWhatIfRequest; readonly answer: GaInpatientWhatIf };
        };
      };
    };
    readonly searchRequest: GaSearchRequest;
    readonly providers: GaProviders;
  };
}
