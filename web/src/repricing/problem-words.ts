import type { Problem } from "../api/ask.ts";
import { labelOf, plainWords } from "../words/names.ts";

type Words = Pick<Problem, "title" | "detail">;

/** Problems of this view in the reader's words, by their code. Those of the API speak to programs. */
const WORDS: Readonly<Record<string, Words>> = {
  too_many_jobs: {
    title: "Other files come first",
    detail:
      "Two of your files are being priced, or your files take all the space that they may. Wait until one is done, or delete one in Your files below. Then try again.",
  },
  overloaded: {
    title: "The service is busy",
    detail: "Too many other files are being read or kept. Try again in a moment.",
  },
  took_too_long: {
    title: "Reading the file took too long",
    detail: "Try again. If it stays, save the workbook as CSV, or split the file.",
  },
  payload_too_large: {
    title: "The file is too large",
    detail: "Split it into several files, and reprice each of them.",
  },
  rate_limited: {
    title: "The limit of your API key is reached",
    detail: "Every line of a file counts as a lookup. Try again in a minute.",
  },
  no_such_job: {
    title: "This file is no longer here",
    detail: "It was deleted, its hour is over, or the service was restarted. Send the file again if you need it.",
  },
};

/** How a program would answer: the reader has fields for it. */
const FOR_PROGRAMS =
  /(?: (?:Say|say) (?:so|which one)[^.]*? with the field .*| ?[;,]? (?:choose it|say so) with the field .*)$/;

/** A problem as this view shows it. One about the file keeps what is wrong with it, without names of parameters. */
export function inPageWords(problem: Problem): Problem {
  const words = WORDS[problem.code];
  if (words !== undefined) return { ...problem, ...words };
  const { errors, ...rest } = problem;
  const shown = { ...rest, detail: fileWords(problem.detail) };
  return errors === undefined
    ? shown
    : { ...shown, errors: errors.map((fault) => ({ ...fault, message: fieldWords(fault.message) })) };
}

/** `tolerance "much" is not valid: expected dollars` is `Tolerance: "much" cannot be used. Enter dollars`. */
function fieldWords(message: string): string {
  const [, field, typed, expected] = /^([a-z_]+) (".*") is not valid: expected (.*)$/s.exec(message) ?? [];
  if (field === undefined || expected === undefined) return plainWords(message);
  return `${labelOf(field)}: ${typed} cannot be used. Enter ${plainWords(expected)}`;
}

/** A message about a file in the page's words. */
export function fileWords(message: string): string {
  return message
    .split("\n")
    .map((line) => plainWords(line.replace(FOR_PROGRAMS, ".")).replace(/^the file(?:, line [0-9]+)?: /, ""))
    .join("\n");
}
