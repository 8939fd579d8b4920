import type { Fate } from "./judging.ts";
import type { Mutant } from "./mutant.ts";

/** The share of the mutants that are not equivalent which tests have to notice. */
export const KILLED_SHARE_MIN = 0.95;

interface Totals {
  readonly killed: Readonly<Record<"test failed" | "timed out" | "crashed", number>>;
  readonly survived: number;
  readonly equivalent: number;
  /** Killed of those that are not equivalent, from 0 to 1; 1 when there are none. */
  readonly share: number;
}

export function totalsOf(fates: readonly Fate[]): Totals {
  const of = (kind: Fate["kind"]) => fates.filter((fate) => fate.kind === kind).length;
  const killed = { "test failed": of("test failed"), "timed out": of("timed out"), crashed: of("crashed") };
  const dead = killed["test failed"] + killed["timed out"] + killed.crashed;
  const survived = of("survived");
  const share = dead + survived === 0 ? 1 : dead / (dead + survived);
  return { killed, survived, equivalent: of("equivalent"), share };
}

/** One mutant as a reader wants to see it: the place, what stood there, what stands there now, what became of it. */
export function shownMutant({ file, line, within, operator, original, mutated }: Mutant, fate: Fate): string {
  return `${file}:${line} ${within} (${operator}): ${fateText(fate)}\n  - ${original}\n  + ${mutated}`;
}

function fateText(fate: Fate): string {
  if (fate.kind === "equivalent") return `equivalent: ${fate.reason}`;
  if (fate.kind !== "survived") return `${fate.kind}, ${fate.by}`;
  return fate.reachedBy === 0 ? "SURVIVED, no test reaches it" : `SURVIVED ${fate.reachedBy} test files`;
}

export function shownTotals({ killed, survived, equivalent, share }: Totals): string {
  return [
    `killed by a failing test   ${killed["test failed"]}`,
    `killed by a timeout        ${killed["timed out"]}`,
    `killed by a crash          ${killed.crashed}`,
    `survived                   ${survived}`,
    `equivalent                 ${equivalent}`,
    `killed of the rest         ${(share * 100).toFixed(1)} % (at least ${KILLED_SHARE_MIN * 100} % wanted)`,
  ].join("\n");
}

/** Survivors by folder, so that a reader sees which rules are held the least. */
export function shownByFolder(mutants: readonly Mutant[], fates: readonly Fate[]): string {
  const pairs = mutants.map((mutant, index) => ({ folder: folderOf(mutant.file), fate: fates[index] as Fate }));
  const rows = [...Map.groupBy(pairs, ({ folder }) => folder)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([folder, ofFolder]) => {
      const { survived, equivalent, share } = totalsOf(ofFolder.map(({ fate }) => fate));
      return `| \`${folder}\` | ${ofFolder.length} | ${equivalent} | ${survived} | ${(share * 100).toFixed(1)} % |`;
    });
  return ["| Folder | Mutants | Equivalent | Survived | Killed |", "|---|---|---|---|---|", ...rows].join("\n");
}

/** `src/states/ca` of a state's file, `src/core/money` of the others. */
function folderOf(file: string): string {
  const parts = file.split("/").slice(0, -1);
  return parts.slice(0, parts[1] === "states" ? 3 : 2).join("/");
}
