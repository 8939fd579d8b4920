import { amountText } from "../../../../src/answers/explanation/result-words.ts";
import type { ExplainedStep, ResultExplanation } from "../../../../src/answers/explanation/schema.ts";
import { type Piece, piecesOf } from "./pieces.ts";
import { type Referred, referencesOf, referredIn } from "./references.ts";

/* What the texts of a calculation call the results of its steps. Nothing is named here that they do not name. */

/** A step's text taken apart: `trauma enhancement: ... = cost $12.00` is what it is, how it is made and what comes out. */
interface SplitText {
  /** `trauma enhancement: `, or empty. */
  readonly lead: string;
  readonly body: string;
  /** ` = cost $12.00`, or empty. */
  readonly tail: string;
  /** What the text itself calls the result; null when it does not. */
  readonly name: string | null;
}

const LEAD = /^([A-Za-z][A-Za-z' -]*): /;

export function splitText(text: string, { value, unit }: Pick<ExplainedStep, "value" | "unit">): SplitText {
  const [lead = "", label = null] = LEAD.exec(text) ?? [];
  const rest = text.slice(lead.length);
  const tail = tailOf(rest, value === null ? null : amountText(value, unit));
  const body = rest.slice(0, rest.length - tail.length);
  const result = /^ = (.*?) ?\(?[$-]*[0-9.]+\)?$/.exec(tail)?.[1] ?? "";
  return { lead, body, tail, name: result === "" ? label : result };
}

/** The end that says the result, which the receipt has in its own column. */
function tailOf(text: string, amount: string | null): string {
  const start = text.lastIndexOf(" = ");
  if (amount === null || start < 0) return "";
  const tail = text.slice(start);
  return tail.endsWith(amount) || tail.endsWith(`${amount})`) ? tail : "";
}

/** What stands between the names of a formula. */
const BETWEEN = /\(| [x+/-] |[:,] | = |lesser of |greater of | and /;

/** The words right before a bracket that opens on a figure: those that name it; null when there are none. */
function nameBefore(text: string): string | null {
  if (!text.endsWith(" (")) return null;
  const name = text.slice(0, -" (".length).split(BETWEEN).at(-1)?.trim() ?? "";
  return name === "" ? null : name;
}

/** What each step is called: by its own text, else by the texts of the steps that compute with it. */
export function titlesOf(explained: ResultExplanation): ReadonlyMap<string, string> {
  const referred = referredIn(explained);
  const titles = new Map<string, string>();
  for (const step of explained.steps) {
    const name = step.text === null ? null : splitText(step.text, step).name;
    if (name !== null) titles.set(step.id, name);
  }
  for (const step of explained.steps) {
    if (step.text === null) continue;
    const used = referencesOf(step.expression).flatMap((id): readonly Referred[] => {
      const one = referred.get(id);
      return one === undefined ? [] : [one];
    });
    for (const [id, name] of namedIn(piecesOf(splitText(step.text, step).body, used).pieces)) {
      if (id.startsWith("s") && !titles.has(id)) titles.set(id, name);
    }
  }
  return titles;
}

function namedIn(pieces: readonly Piece[]): readonly (readonly [id: string, name: string])[] {
  return pieces.flatMap(({ ref }, place) => {
    const name = nameBefore(pieces[place - 1]?.text ?? "");
    return ref === null || name === null ? [] : [[ref, name] as const];
  });
}
