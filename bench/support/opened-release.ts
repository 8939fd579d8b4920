import { openRelease } from "../../src/release/open.ts";
import type { Release } from "../../src/release/release.ts";
import { states } from "../../src/states/index.ts";
import { collectGarbage } from "./garbage.ts";

/**
 * Measures something on an open release. What it kept in memory is gone afterwards: the rows over HTTP are measured from
 * this process, and collecting a hundred megabytes of its own would keep it from reading the clock.
 */
export function withRelease<Outcome>(file: string, measure: (release: Release) => Outcome): Outcome {
  const outcome = measured(file, measure);
  collectGarbage();
  return outcome;
}

function measured<Outcome>(file: string, measure: (release: Release) => Outcome): Outcome {
  const release = openRelease(file, states);
  try {
    return measure(release);
  } finally {
    release.close();
  }
}
