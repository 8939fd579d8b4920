import type { RateLookup } from "../pricing/lookup.ts";
import { lookupOf } from "../pricing/state/state.ts";
import type { Release } from "../release/release.ts";
import type { Admits, AnsweredQuestion, AnswerKind, AnyAnswerKind, RequestErrors } from "./answer.ts";
import { benchmark } from "./benchmark.ts";
import { codes } from "./codes.ts";
import { compare } from "./compare.ts";
import { coverage } from "./coverage.ts";
import { explanation } from "./explanation.ts";
import { find } from "./find.ts";
import { history } from "./history.ts";
import { options } from "./options.ts";
import { priceList } from "./price-list.ts";
import type { AnswerQuestion } from "./question.ts";
import { rate } from "./rate.ts";
import { search } from "./search.ts";
import { whatIf } from "./what-if.ts";

/** The kinds of answers about a lookup. A new kind is a file here and its line. */
export const lookupKinds: readonly AnswerKind[] = [rate, explanation, history, compare, options, whatIf, benchmark];

/** The kinds of answers that a lookup has. */
export function kindsFor(lookup: RateLookup): readonly AnswerKind[] {
  return lookupKinds.filter(({ notFor }) => (notFor?.(lookup) ?? null) === null);
}

/** The kinds of answers about a state, besides its lookups. */
export const stateKinds: readonly AnswerKind<"state">[] = [search, find, codes, priceList];

const KINDS = new Map(
  [...lookupKinds, ...stateKinds, coverage].map((kind): [string, AnyAnswerKind] => [kind.name, kind]),
);

/** Answers a question from a release; null when so many lookups are not admitted. */
export function answerFrom(
  release: Release,
  { answer, states, setting, fields, today, staleAfterMonths }: AnswerQuestion,
  admits: Admits,
): Promise<AnsweredQuestion | RequestErrors | null> {
  const kind = KINDS.get(answer);
  if (kind === undefined) throw new Error(`There is no kind of answer ${answer}.`);
  const subject = { release, states, staleAfterMonths, admits };
  if (kind.about === "release") return kind.ask(fields, { today }, subject);
  const source = release.states.get(states[0] ?? "");
  if (source === undefined) throw new Error(`The release does not hold ${states.join(", ")}.`);
  if (kind.about === "state") return kind.ask(fields, { today }, { ...subject, source });
  if (setting === null) throw new Error(`The question for ${answer} names no setting.`);
  return kind.ask(fields, { today }, { ...subject, source, lookup: lookupOf(source.state, setting) });
}
