import { medicarePriceOf, medicareText } from "../../answers/benchmark/medicare-price.ts";
import { wrapped } from "../../core/text/terminal.ts";
import { contradictionIn } from "../../medicare/locality.ts";
import { priceParameters } from "../../medicare/request.ts";
import { requestReader } from "../../pricing/request/read.ts";
import { todayIn } from "../../serve/operations/today.ts";
import { type ExitCode, notify, print, printJson } from "../command-io.ts";
import { openRelease, readParameters, reportFaults, warnOfTestData } from "../lookup-arguments.ts";

interface MedicareOptions {
  readonly release: string;
  readonly timeZone?: string | null;
  readonly json: boolean;
}

const reader = requestReader(priceParameters);

/** `ratebook medicare code=76145 zip=94110`: one price of Medicare's schedules, a benchmark for those of the states. */
export async function medicare(
  parameters: readonly string[],
  { release: file, timeZone = null, json }: MedicareOptions,
): Promise<ExitCode> {
  const read = reader.fromQuery(readParameters(parameters), { today: todayIn(timeZone)() });
  if (!read.ok) {
    reportFaults(read.faults);
    return 1;
  }
  const release = openRelease(file);
  try {
    const contradiction = contradictionIn(read.request, read.request.dateOfService, release.rates);
    if (contradiction !== null) {
      notify(`error: ${contradiction}`);
      return 1;
    }
    const price = medicarePriceOf(read.request, release);
    if (json) printJson(price);
    else {
      print(wrapped("", `Medicare, ${price.code} on ${price.date_of_service}: ${medicareText(price)}`));
      if (price.calculation_method !== null) print(wrapped("  ", price.calculation_method));
      for (const note of price.notes) print(wrapped("  ", note));
      for (const { parameter, value, reason } of price.assumptions)
        print(wrapped("  ", `${parameter} = ${value} (${reason})`));
      warnOfTestData(release);
    }
    return 0;
  } finally {
    release.close();
  }
}
