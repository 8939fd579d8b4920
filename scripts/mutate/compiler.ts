import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Mutant } from "./mutant.ts";
import { mutatedText } from "./mutated-text.ts";
import { type Round, roundsOf } from "./rounds.ts";

const ERROR_LINE = /^(src\/[^(]+)\((\d+),\d+\): error TS/;

/** Values and imports that a mutant leaves unused break no rule of the language. */
const SETTINGS = {
  extends: "../tsconfig.json",
  compilerOptions: { noUnusedLocals: false, noUnusedParameters: false },
  include: ["src"],
};

interface Errors {
  readonly of: ReadonlySet<Mutant>;
  /** Errors in declarations that were not changed: one of the changed ones broke them. */
  readonly areElsewhere: boolean;
}

/** Finds the mutants that the compiler refuses: no test is needed to notice them, so they are not judged. */
export class Compiler {
  readonly #folder: string;
  readonly #sources: ReadonlyMap<string, string>;

  constructor(copy: string, sources: ReadonlyMap<string, string>) {
    this.#folder = join(copy, "types");
    this.#sources = sources;
    mkdirSync(this.#folder);
    cpSync(join(copy, "src"), join(this.#folder, "src"), { recursive: true });
    writeFileSync(join(this.#folder, "tsconfig.json"), JSON.stringify(SETTINGS));
  }

  refused(mutants: readonly Mutant[]): ReadonlySet<Mutant> {
    return new Set(roundsOf(mutants).flatMap((round) => this.#refusedOf(round)));
  }

  #refusedOf(round: Round): readonly Mutant[] {
    if (round.length === 0) return [];
    const errors = this.#compile(round);
    const others = round.filter((mutant) => !errors.of.has(mutant));
    return [...errors.of, ...(errors.areElsewhere ? this.#refusedElsewhere(others) : [])];
  }

  /** Looks among the mutants of declarations without a written type first, then in halves. */
  #refusedElsewhere(round: Round): readonly Mutant[] {
    if (round.length <= 1) return round;
    const untyped = round.filter(({ declaration }) => !declaration.isTyped);
    const parts = untyped.length === 0 || untyped.length === round.length ? halves(round) : [untyped];
    const refused = parts.flatMap((part) => this.#refusedOf(part));
    if (refused.length > 0 || parts.length > 1) return refused;
    return halves(round).flatMap((part) => this.#refusedOf(part));
  }

  #compile(round: Round): Errors {
    const texts = new Map(
      [...Map.groupBy(round, ({ file }) => file)].map(([file, mutants]) => [
        file,
        mutatedText(this.#sourceOf(file), mutants),
      ]),
    );
    for (const [file, { text }] of texts) writeFileSync(join(this.#folder, file), text);
    const lines = this.#errorLines();
    for (const file of texts.keys()) writeFileSync(join(this.#folder, file), this.#sourceOf(file));
    const culprits = lines.map(({ file, line }) => texts.get(file)?.mutantAt(line) ?? null);
    return { of: new Set(culprits.filter((mutant) => mutant !== null)), areElsewhere: culprits.includes(null) };
  }

  #errorLines(): readonly { readonly file: string; readonly line: number }[] {
    const tsc = join(this.#folder, "../node_modules/.bin/tsc");
    const { stdout, status, error } = spawnSync(tsc, ["-p", ".", "--pretty", "false"], {
      cwd: this.#folder,
      encoding: "utf8",
      // Every error of a round, and no more.
      maxBuffer: 64 * 1024 * 1024,
    });
    if (error !== undefined) throw error;
    const lines = stdout.split("\n").flatMap((text) => {
      const [, file, line] = ERROR_LINE.exec(text) ?? [];
      return file === undefined ? [] : [{ file, line: Number(line) }];
    });
    if (status !== 0 && lines.length === 0) throw new Error(`The compiler failed without naming a place:\n${stdout}`);
    return lines;
  }

  #sourceOf(file: string): string {
    return this.#sources.get(file) as string;
  }
}

function halves(round: Round): readonly Round[] {
  const half = round.length >> 1;
  return [round.slice(0, half), round.slice(half)];
}
