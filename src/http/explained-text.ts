import { type AnsweredLookup, explain } from "../explanation/explain.ts";
import { programVersion } from "../files/program-version.ts";
import type { Release, StateInRelease } from "../release/release.ts";
import type { Format } from "./content-negotiation.ts";

/**
 * A lookup and the record of its calculation, in the format that was asked for. What writes pages and tables is loaded with the
 * first of them: a server that starts needs none.
 */
export function explainedText(
  format: Format,
  answer: AnsweredLookup,
  source: StateInRelease,
  { description, origins }: Release,
): string | Promise<string> {
  const { name, version, contentHash } = description;
  const from = { name, version, contentHash, engineVersion: programVersion(), origins, source };
  const explanation = explain(answer, from);
  if (format === "json") return JSON.stringify(explanation);
  if (format === "csv") return import("./csv/explanation.ts").then(({ explanationCsv }) => explanationCsv(explanation));
  const asked = { state: source.state, lookup: answer.lookup };
  return import("../explanation/page/page.ts").then(({ explanationPage }) => explanationPage(explanation, asked));
}
