import type { NoRateCode, Remedy } from "../pricing/no-rate.ts";
import type { Result } from "../pricing/result.ts";
import type { RowPublication } from "../pricing/row-origins.ts";
import type { Assumption } from "../pricing/sheet.ts";
import type { StaleTable } from "../state/stale-tables.ts";
import type { ComparisonOperator, Operator, Unit } from "../worksheet/calculation.ts";

/*
 * The explanation of a lookup as JSON carries it. Everything in it is read off the record of the calculation that priced the
 * results; nothing is described a second time.
 */

export interface Explanation {
  readonly release: { readonly name: string; readonly version: string; readonly content_hash: string };
  readonly engine_version: string;
  /** What was understood: every parameter that was sent or that a default stands for. */
  readonly request: Readonly<Record<string, string | number | boolean>>;
  readonly assumptions: readonly Assumption[];
  /** The tables whose editions are much older than the day that was priced from them. */
  readonly stale: readonly ExplainedStaleTable[];
  /** The tables without any row that the prices looked into: data in part. */
  readonly empty_tables: readonly { readonly table: string; readonly message: string }[];
  /** One for each result of the lookup, in its order. */
  readonly explanations: readonly ResultExplanation[];
}

interface ExplainedStaleTable extends StaleTable {
  readonly message: string;
}

export interface ResultExplanation {
  readonly result: Result;
  /** The days on which the price holds, its last one where it is known; null without dates. The result has no last day while it is active. */
  readonly period: { readonly start: string; readonly end: string | null } | null;
  /** The step or input whose value is paid; null when there is none. */
  readonly payment: string | null;
  readonly steps: readonly ExplainedStep[];
  readonly inputs: readonly ExplainedInput[];
  readonly rows: readonly ExplainedRow[];
  readonly rows_left_out: number;
  readonly no_rate: ExplainedNoRate | null;
}

export type Expression = { readonly op: Operator; readonly of: readonly Expression[] } | { readonly ref: string };

export interface ExplainedDecision {
  readonly compare: ComparisonOperator;
  readonly of: readonly Expression[];
  readonly outcome: boolean;
}

export interface ExplainedStep {
  readonly id: string;
  readonly section: string;
  readonly expression: Expression | null;
  readonly value: string | null;
  readonly decimals: number | null;
  readonly unit: Unit | null;
  readonly applied: boolean;
  readonly text: string | null;
  readonly decision: ExplainedDecision | null;
}

/** Where an input comes from. */
export type InputOrigin =
  | { readonly row: string; readonly column: string }
  | { readonly parameter: string }
  | { readonly default: string; readonly section: string }
  | { readonly rule: string };

export interface ExplainedInput {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly unit: Unit;
  readonly from: InputOrigin;
}

type KeyCells = Readonly<Record<string, string | number | boolean | null>>;

export interface ExplainedRow {
  readonly id: string;
  readonly table: string;
  readonly line: number;
  readonly key: KeyCells;
  readonly effective_start_date: string | null;
  readonly effective_end_date: string | null;
  readonly used: boolean;
  readonly why_not: string | null;
  readonly publication: (RowPublication & { readonly confirmed_by_edition: string | null }) | null;
}

export interface ExplainedNoRate {
  readonly code: NoRateCode;
  readonly message: string | null;
  readonly sought: { readonly table: string; readonly key: KeyCells; readonly date: string };
  readonly nearest: { readonly start: string; readonly end: string | null } | null;
  readonly remedy: readonly Remedy[];
}
