import type { Edit, Place } from "./mutant.ts";

/** An edit under the number that switches it on. */
interface Numbered {
  readonly number: number;
  readonly edit: Edit;
}

/** What an edited file calls; it is imported under a name that no source uses. */
const IS_ON = "isOn$";

/**
 * A source with all of its mutants in it, of which at most the one that is switched on takes effect: changed files need no
 * new transformation, and a run of tests no new tree. Edits stand inside of or beside each other, as nodes of a tree do.
 */
export function switched(source: string, mutants: readonly Numbered[], importOfSwitch: string): string {
  // Outer places first; mutants of one place together.
  const ordered = [...mutants].sort((a, b) => a.edit.start - b.edit.start || b.edit.end - a.edit.end);
  return `import { isOn as ${IS_ON} } from "${importOfSwitch}";${between(source, 0, source.length, ordered)}`;
}

function between(source: string, start: number, end: number, mutants: readonly Numbered[]): string {
  let text = "";
  let at = start;
  let next = 0;
  while (next < mutants.length) {
    const { edit } = mutants[next] as Numbered;
    const isHere = (other: Numbered) => other.edit.start === edit.start && other.edit.end === edit.end;
    const rest = mutants.slice(next);
    const inside = rest.filter((other) => other.edit.start < edit.end);
    const here = inside.filter(isHere);
    const original = between(
      source,
      edit.start,
      edit.end,
      inside.filter((other) => !isHere(other)),
    );
    text += source.slice(at, edit.start) + SWITCHES[edit.place](here, original);
    at = edit.end;
    next += inside.length;
  }
  return text + source.slice(at, end);
}

const SWITCHES: Readonly<Record<Place, (mutants: readonly Numbered[], original: string) => string>> = {
  expression: (mutants, original) => `(${choices(mutants)}(${original}))`,
  // In braces, so that an `else` after it stays with its own `if`.
  statement: (mutants, original) => `{ if (!${isOn(mutants[0] as Numbered)}) { ${original} } }`,
  shorthand: (mutants, original) => `${original}: ${isOn(mutants[0] as Numbered)} ? null : ${original}`,
};

function choices(mutants: readonly Numbered[]): string {
  return mutants.map((mutant) => `${isOn(mutant)} ? (${mutant.edit.replacement}) : `).join("");
}

function isOn({ number }: Numbered): string {
  return `${IS_ON}(${number})`;
}
