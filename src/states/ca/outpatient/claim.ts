import type { MediCalProgram } from "../program.ts";
import type { ConversionFactorRow, FeeRow } from "../tables.ts";
import type { ProviderType } from "../values.ts";
import type { OutpatientRequest } from "./request.ts";

/** A line to price once its rows are chosen: everything that the payment rules look at. */
export interface OutpatientClaim {
  readonly request: OutpatientRequest;
  readonly providerType: ProviderType;
  readonly fee: FeeRow;
  readonly factor: ConversionFactorRow;
  readonly program: MediCalProgram;
}
