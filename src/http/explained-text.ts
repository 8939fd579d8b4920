import { type AnsweredLookup, explain } from "../explanation/explain.ts";
import { programVersion } from "../files/program-version.ts";
import type { Release, StateInRelease } from "../release/release.ts";
import { JSON_MEDIA_TYPE } from "./exchange.ts";
import type { AnswerForm } from "./long-work/question.ts";

export const EXPLANATION_MEDIA_TYPES: Readonly<Record<AnswerForm, string>> = {
  results: JSON_MEDIA_TYPE,
  explanation: JSON_MEDIA_TYPE,
  page: "text/html; charset=utf-8",
};

/** Browsers prefer HTML by name; programs that do not care get JSON (RFC 9110, 12.5.1). */
export function formAccepted(accept: string | undefined): AnswerForm {
  const ranges = (accept ?? "").toLowerCase().split(",").map(weighted);
  const weightOf = (...names: readonly string[]) => ranges.find(({ name }) => names.includes(name))?.weight ?? 0;
  const html = weightOf("text/html");
  return html > 0 && html >= weightOf("application/json", "application/*") ? "page" : "explanation";
}

/** A media range and how much it is wanted. */
function weighted(range: string): { readonly name: string; readonly weight: number } {
  const [name = "", ...parameters] = range.split(";").map((part) => part.trim());
  const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice("q=".length);
  return { name, weight: quality === undefined ? 1 : Number(quality) || 0 };
}

/**
 * A lookup and the record of its calculation, in the form that was asked for. What writes pages is loaded with the first of
 * them: a server that starts needs none.
 */
export function explainedText(
  form: AnswerForm,
  answer: AnsweredLookup,
  source: StateInRelease,
  { description, origins }: Release,
): string | Promise<string> {
  const { name, version, contentHash } = description;
  const from = { name, version, contentHash, engineVersion: programVersion(), origins, source };
  const explanation = explain(answer, from);
  if (form !== "page") return JSON.stringify(explanation);
  const asked = { state: source.state, lookup: answer.lookup };
  return import("../explanation/page/page.ts").then(({ explanationPage }) => explanationPage(explanation, asked));
}
