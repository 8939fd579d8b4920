import { applied, type Mutant } from "./mutant.ts";

/** A file with several mutants in it, each in a declaration of its own. */
interface MutatedText {
  readonly text: string;
  /** The mutant whose declaration has the line; null for a line of no mutated declaration. */
  mutantAt(line: number): Mutant | null;
}

export function mutatedText(source: string, mutants: readonly Mutant[]): MutatedText {
  // From the end, so that the places of those before stay where they are.
  const fromTheEnd = [...mutants].sort((a, b) => b.edit.start - a.edit.start);
  const text = fromTheEnd.reduce((changed, { edit }) => applied(changed, edit), source);
  let moved = 0;
  const ranges = [...fromTheEnd].reverse().map((mutant) => {
    const { edit, declaration } = mutant;
    const from = lineAt(text, declaration.start + moved);
    moved += edit.replacement.length - (edit.end - edit.start);
    return { mutant, from, to: lineAt(text, declaration.end + moved) };
  });
  return {
    text,
    mutantAt: (line) => ranges.find(({ from, to }) => from <= line && line <= to)?.mutant ?? null,
  };
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}
