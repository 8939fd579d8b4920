import type { NewCode } from "./code-sets.ts";

/** Mental diseases and disorders (MDC 19), which New York pays by the day: the sample has all of them. */
const PSYCHIATRIC = { first: 740, last: 776 };

/** The APR-DRGs that all states share: those of the sample, and invented numbers until there are `wanted`. */
export function nationalDrgs(sample: readonly string[], wanted: number): string[] {
  const drgs = new Set(sample);
  for (let number = 2; drgs.size < wanted && number < 1_000; number += 1) {
    if (!isPsychiatric(number)) drgs.add(String(number).padStart(3, "0"));
  }
  return [...drgs].sort();
}

/** The APR-DRGs that a state lacks, each with one that it has as the template. */
export function missingDrgs(all: readonly string[], held: readonly string[]): NewCode[] {
  const templates = held.filter((drg) => !isPsychiatric(Number(drg)));
  return all
    .filter((drg) => !held.includes(drg) && !isPsychiatric(Number(drg)))
    .map((code, index) => ({ code, template: templates[index % templates.length] as string }));
}

function isPsychiatric(drg: number): boolean {
  return drg >= PSYCHIATRIC.first && drg <= PSYCHIATRIC.last;
}
