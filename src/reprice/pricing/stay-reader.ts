import { quoted, Refusal } from "../../core/text/refusal.ts";
import { byDischargeStatus } from "../../pricing/claim-fields.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import type { InputColumns, ParameterColumn } from "../reading/input-columns.ts";
import { dayReader } from "../values/days.ts";
import { isStillPatient, parametersByStatus, STILL_PATIENT } from "../values/discharge-status.ts";
import { daysStayed, LENGTH_OF_STAY } from "../values/length-of-stay.ts";
import { asItIs, type ReadValue, trimmedFor } from "../values/read-value.ts";
import type { CellForm } from "../values/readers.ts";
import { headedAs, invalidCell, type LineFault } from "./line-fault.ts";

/** Counts the length of a stay by its two dates. `fields` are the parameters of its line. */
type StayReader = (cells: readonly string[], fields: Readonly<Record<string, string>>) => ReadValue | LineFault;

const NOT_COUNTED = asItIs("");
const WHOLE_DAY = new Refusal("a day and not a month alone: the length of stay is counted by it");
const YES: ReadonlySet<string | undefined> = new Set(["true", "1"]);

/** Null for a table whose lengths of stay are not counted by dates. */
export function stayReaderOf(
  { stay, parameters }: InputColumns,
  lookup: RateLookup,
  form: CellForm,
): StayReader | null {
  if (stay === null) return null;
  const { admitted, discharged } = stay;
  const read = trimmedFor(dayReader(form));
  const statuses = parametersByStatus(lookup);
  const status = parameters.find(({ name }) => statuses.has(name)) ?? null;
  const paidByDay = [...statuses].filter(([, field]) => byDischargeStatus(field, STILL_PATIENT) === "true");
  return (cells, fields) => {
    const [from, to] = [admitted, discharged].map(({ index }) => read(cells[index] as string)) as [
      ReadValue | Refusal,
      ReadValue | Refusal,
    ];
    const isParameter = ({ name }: ParameterColumn) => name === lookup.dayParameter;
    // An error in a parameter is reported where the parameter is read.
    if (from instanceof Refusal) return isParameter(admitted) ? NOT_COUNTED : invalidDay(admitted, cells, from);
    if (to instanceof Refusal) return isParameter(discharged) ? NOT_COUNTED : invalidDay(discharged, cells, to);
    if (from.text === "" || to.text === "") return NOT_COUNTED;
    // The bill may be a later one of the stay, so its days are not those since the admission.
    if (paidByDay.some(([name]) => YES.has(fields[name]?.toLowerCase()))) return stillThere(discharged, cells);
    if (status !== null && isStillPatient(cells[status.index] as string)) return NOT_COUNTED;
    if (from.way === "monthAlone") return invalidDay(admitted, cells, WHOLE_DAY);
    if (to.way === "monthAlone") return invalidDay(discharged, cells, WHOLE_DAY);
    const days = daysStayed(from.text, to.text);
    return days === null ? wrongOrder(discharged, admitted, cells) : { text: String(days), way: "daysOfStay" };
  };
}

function invalidDay({ heading, name: role, index }: ParameterColumn, cells: readonly string[], refusal: Refusal) {
  return invalidCell("invalid_parameter", { heading, role }, cells[index] as string, refusal);
}

function shown({ heading, name, index }: ParameterColumn, cells: readonly string[]): string {
  return `${headedAs(heading, name)} ${quoted(cells[index] as string)}`;
}

function wrongOrder(discharged: ParameterColumn, admitted: ParameterColumn, cells: readonly string[]): LineFault {
  const message = `${shown(discharged, cells)} is before ${shown(admitted, cells)}: correct one of them.`;
  return { field: discharged.heading, code: "invalid_parameter", message };
}

function stillThere(discharged: ParameterColumn, cells: readonly string[]): LineFault {
  const message = `${shown(discharged, cells)} is beside discharge status ${STILL_PATIENT} or an interim claim, whose patient is still there: the days of the bill are not known. Add a column ${LENGTH_OF_STAY} with them.`;
  return { field: discharged.heading, code: "invalid_parameter", message };
}
