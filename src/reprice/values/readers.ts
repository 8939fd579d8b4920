import { Refusal } from "../../core/text/refusal.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import type { Parameter, ParameterKind } from "../../pricing/request/parameter.ts";
import { readAmount, withPlainPoint } from "./amounts.ts";
import { BILLING_CODE, codeReader } from "./billing-code.ts";
import type { CodeSystem } from "./column-names.ts";
import { type DaysRead, dayReader } from "./days.ts";
import {
  asItIs,
  choiceReader,
  placeReader,
  readCode,
  readCount,
  readFlag,
  readNpi,
  trimmedFor,
  type ValueReader,
} from "./read-value.ts";

const BY_KIND: Readonly<Record<Exclude<ParameterKind, "day" | "choice">, ValueReader>> = {
  // A provider number or a rate code of digits comes back from a spreadsheet as a number.
  text: readCode,
  modifier: asItIs,
  code: readCode,
  npi: readNpi,
  flag: readFlag,
  count: readCount,
  dollars: readAmount,
};

const PLACE_OF_SERVICE = "place_of_service";

/** How the cells of a parameter's column are read. The parameter itself then checks the value, as in a request. */
function readerOf(name: string, { kind, verbatim, fromText }: Parameter<unknown>, form: CellForm): ValueReader {
  if (verbatim) return asItIs;
  if (kind === "day") return trimmedFor(dayReader(form));
  if (kind === "dollars" || kind === "count") return trimmedFor(withPlainPoint(BY_KIND[kind], form.hasSemicolons));
  const isTaken = (code: string) => !(fromText(code) instanceof Refusal);
  if (name === PLACE_OF_SERVICE) return trimmedFor(placeReader(isTaken));
  return trimmedFor(kind === "choice" ? choiceReader(isTaken) : BY_KIND[kind]);
}

/** The readers of a lookup's parameters by name. `codeSystem`: the code system that the heading names. */
export function readersOf(
  lookup: RateLookup,
  form: CellForm,
  codeSystem: CodeSystem | null,
  hasSeverityColumn = false,
): (name: string) => ValueReader {
  const { reader, parameters } = lookup;
  const all = Object.values(parameters);
  return (name) =>
    name === BILLING_CODE
      ? trimmedFor(codeReader(lookup, codeSystem, hasSeverityColumn))
      : readerOf(name, all[reader.names.indexOf(name)] as Parameter<unknown>, form);
}

/** Settings of a file that decide how its cells are read. */
export interface CellForm extends DaysRead {
  /** Whether semicolons separate its cells, as where the comma is the decimal sign. */
  readonly hasSemicolons: boolean;
}
