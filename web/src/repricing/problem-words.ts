import { capital } from "../../../src/core/text/labels.ts";
import type { Problem } from "../api/ask.ts";
import { plainWords } from "../words/names.ts";
import { inPageWords, type ProblemWords } from "../words/problem.ts";

/** What this view says of some problems: here they are about files. */
const WORDS: Readonly<Record<string, ProblemWords>> = {
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
    detail: "Split it into several files, and reprice each of them. The claims of a remittance count with it.",
  },
  rate_limited: {
    title: "The limit of your API key is reached",
    detail: "Every line of a file counts as a lookup. Try again in a minute.",
  },
};

/** Those whose detail is about the file itself, which no words of ours can replace. */
const OF_THE_FILE: ReadonlySet<string> = new Set(["invalid_file", "invalid_form"]);

/** The service answers so for a file of 0 bytes. */
const EMPTY_FILE = /^The file is empty\b/;
const NOTHING_IN_IT = "It has 0 bytes. Export it again, and choose the new file.";

/** How a program would answer: the reader has fields for it. */
const FOR_PROGRAMS =
  /(?: (?:Say|say) (?:so|which one)[^.]*? with the field .*| ?[;,]? (?:choose it|say so) with the field .*)$/;

/** What a program that reads ZIPs said about one, which helps its maintainers alone. */
const OF_A_READER = / \(End of central [^)]*\)/;

/** A larger file is for the command, which a reader of the page may not have. */
const FOR_THE_COMMAND = /,? or reprice it with the command/g;

/** A problem as this view shows it. One about the file keeps what is wrong with it, without names of parameters. */
export function repricingWords(problem: Problem): Problem {
  const shown = inPageWords(problem, WORDS);
  if (EMPTY_FILE.test(problem.detail)) return { ...shown, title: "The file is empty", detail: NOTHING_IN_IT };
  return OF_THE_FILE.has(problem.code) ? { ...shown, detail: fileWords(problem.detail) } : shown;
}

/** A message about a file in the page's words. */
export function fileWords(message: string): string {
  return message
    .replaceAll(FOR_THE_COMMAND, "")
    .split("\n")
    .map((line) => plainWords(line.replace(FOR_PROGRAMS, ".").replace(OF_A_READER, "")))
    .map((line) => capital(line.replace(/^(?:the file(?:, line [0-9]+)?|line [0-9]+): /, "")))
    .join("\n");
}
