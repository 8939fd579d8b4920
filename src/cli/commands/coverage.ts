import type { Day } from "../../calendar/day.ts";
import { coverageOf } from "../../coverage/cover.ts";
import { monthsOrNever } from "../../operations/setting.ts";
import { todayIn } from "../../operations/today.ts";
import { coverageText } from "../coverage-text.ts";
import { openRelease } from "../open-release.ts";
import { print, printJson } from "../output.ts";
import type { ExitCode } from "../usage.ts";

interface CoverageOptions {
  readonly date: Day | null;
  readonly timeZone: string | null;
  readonly staleAfter: number;
  readonly json: boolean;
}

export async function coverage(file: string, options: CoverageOptions): Promise<ExitCode> {
  const { date, timeZone, staleAfter, json } = options;
  const release = openRelease(file);
  try {
    const covered = await coverageOf(release, {
      states: [...release.states.keys()],
      date: date ?? todayIn(timeZone)(),
      staleAfterMonths: monthsOrNever(staleAfter),
    });
    if (json) printJson(covered);
    else print(coverageText(covered));
    return 0;
  } finally {
    release.close();
  }
}
