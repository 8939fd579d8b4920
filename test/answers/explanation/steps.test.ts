import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Day } from "../../../src/core/calendar/day.ts";
import { lookupAnswer } from "../../../src/pricing/answer.ts";
import type { RateLookup } from "../../../src/pricing/lookup.ts";
import type { Sheet } from "../../../src/pricing/sheet.ts";
import { type Figure, MissingFigure, type Step, type Term } from "../../../src/pricing/worksheet/calculation.ts";
import type { StateInRelease } from "../../../src/release/release.ts";
import { states } from "../../../src/states/index.ts";
import { casesIn, filesOf, type LookupCase, SETS } from "../../conformance/cases.ts";
import { stateOfDataset } from "../../support/compiled-dataset.ts";
import { sourceTexts } from "../../support/source-texts.ts";

/*
 * Explanations cite a section of the state's page for each step, name its figures, and say what was assumed.
 * `steps/<state>.txt` records all three for the conformance cases. A change of it is reviewed beside the page: no other
 * test knows which section is meant.
 */

const TODAY = { today: "2026-11-15" as Day };

describe.each(states)("$name", ({ code, lookups }) => {
  const sources = SETS.map((set) => {
    const files = filesOf(code, set);
    return { files, source: stateOfDataset(files.dataset, code) };
  });

  async function sheetsOf(lookup: RateLookup): Promise<readonly Sheet[]> {
    const all = sources.map(async ({ files, source }) => {
      const cases = casesIn<LookupCase>(files.lookups(lookup.setting));
      return await Promise.all(cases.map(({ request }) => sheetsOfCase(lookup, request, source())));
    });
    return (await Promise.all(all)).flat(2);
  }

  it("cites sections that its page has, for the figures, formulas and assumptions that are recorded", async () => {
    const record = new StepRecord((await Promise.all(lookups.map(sheetsOf))).flat());
    const page = new MethodologyPage(code);
    expect(record.sections.filter((section) => !page.hasSection(section))).toEqual([]);
    expect(record.names.filter((name) => !page.hasName(name))).toEqual([]);
    // A rule that cites a step without a case is recorded by none.
    expect(sectionsInSource(code).filter((section) => !record.sections.includes(section))).toEqual([]);
    await expect(record.text).toMatchFileSnapshot(`steps/${code}.txt`);
  });
});

async function sheetsOfCase(lookup: RateLookup, request: LookupCase["request"], source: StateInRelease) {
  const answer = await lookupAnswer(lookup, "fromItem", request, TODAY, source);
  return answer.ok ? answer.results.map(({ outcome }) => outcome.sheet) : [];
}

/** The sections that the rules of a state cite for their steps; section 2 describes tables. */
function sectionsInSource(code: string): readonly string[] {
  const cited = [...sourceTexts(`states/${code}`).values()].flatMap((text) =>
    [...text.matchAll(/"([a-z]{2} [3-9][0-9.]*(?: step [0-9]+)?)"/g)].map(([, section = ""]) => section),
  );
  return [...new Set(cited)].sort(inOrder);
}

/** What explanations may cite of a state's page. */
class MethodologyPage {
  readonly #text: string;
  readonly #sections = new Set<string>();
  /** The beginnings of names that stand for several: `psych_comorbidity_<category>`. */
  readonly #openNames: readonly string[];

  constructor(code: string) {
    const page = readFileSync(join(import.meta.dirname, `../../../docs/methodology/${code}.md`), "utf8");
    this.#text = folded(page);
    this.#openNames = [...page.matchAll(/`(\w+_)<\w+>`/g)].map(([, beginning = ""]) => beginning);
    for (const part of page.split(/^#{2,4} (?=[0-9])/m).slice(1)) {
      const section = `${code} ${/^[0-9]+(?:\.[0-9]+)*/.exec(part)?.[0]}`;
      this.#sections.add(section);
      // Steps are a numbered list or the rows of a table.
      for (const [, ofList, ofTable] of part.matchAll(/^(?:([0-9]+)\.|\| ([0-9]+)) /gm))
        this.#sections.add(`${section} step ${ofList ?? ofTable}`);
    }
  }

  hasSection(section: string): boolean {
    return this.#sections.has(section);
  }

  hasName(name: string): boolean {
    return this.#text.includes(folded(name)) || this.#openNames.some((beginning) => name.startsWith(beginning));
  }
}

/** A page writes a figure by its column, `casemix_weight`, or in words, at the end of a line too. */
function folded(text: string): string {
  return text.replaceAll(/[\s_]+/g, " ").toLowerCase();
}

/** Names in printed formulas; other formulas, decisions and remarks. */
interface SaidOfSection {
  readonly printed: Set<string>;
  readonly others: Set<string>;
}

/** What the steps of each section are made of, each once, where their figures come from, and what was assumed. */
class StepRecord {
  readonly #bySection = new Map<string, SaidOfSection>();
  readonly #origins = new Map<string, Set<string>>();
  readonly #assumptions = new Set<string>();

  constructor(sheets: readonly Sheet[]) {
    for (const { steps, assumptions } of sheets) {
      for (const step of steps) this.#add(step);
      for (const { parameter, reason } of assumptions) this.#assumptions.add(`${parameter}, ${reason}`);
    }
  }

  get sections(): readonly string[] {
    return [...this.#bySection.keys()].sort(inOrder);
  }

  /** The names of figures that are not computed. */
  get names(): readonly string[] {
    return [...this.#origins.keys()].sort(inOrder);
  }

  get text(): string {
    const lines: string[] = [];
    for (const section of this.sections) {
      const { printed, others } = this.#bySection.get(section) as SaidOfSection;
      lines.push(section);
      if (printed.size > 0) lines.push(`  ${[...printed].sort(inOrder).join(", ")}`);
      lines.push(...[...others].sort(inOrder).map((each) => `  ${each}`));
    }
    const origins = this.names.map(
      (name) => `  ${name}: ${[...(this.#origins.get(name) ?? [])].sort(inOrder).join(", ")}`,
    );
    const assumptions = [...this.#assumptions].sort(inOrder).map((each) => `  ${each}`);
    return [...lines, "figures", ...origins, "assumptions", ...assumptions, ""].join("\n");
  }

  #add({ section, formula, wording, decision }: Step): void {
    const { printed, others } = this.#saidOf(section);
    if (formula === null) others.add("remark");
    else if (wording === null) others.add(`not printed: ${this.#formula(formula)}`);
    // The line of a price prints the formula, and the cases have the line: the names are enough.
    else for (const name of this.#names(formula)) printed.add(name);
    if (decision !== null) {
      const [one, other] = decision.of.map((term) => this.#formula(term));
      others.add(`decision: ${one} ${decision.compare} ${other}`);
    }
  }

  #saidOf(section: string): SaidOfSection {
    const known = this.#bySection.get(section);
    if (known !== undefined) return known;
    const said = { printed: new Set<string>(), others: new Set<string>() };
    this.#bySection.set(section, said);
    return said;
  }

  #formula(term: Term): string {
    if (!("operator" in term)) return this.#name(term);
    return `${term.operator}(${term.of.map((each) => this.#formula(each)).join(", ")})`;
  }

  #names(term: Term): readonly string[] {
    return "operator" in term ? term.of.flatMap((each) => this.#names(each)) : [this.#name(term)];
  }

  /** The name of a figure; a constant has its section instead, and so has a step without a name. */
  #name(figure: Figure | MissingFigure): string {
    if (figure instanceof MissingFigure) return `${figure.name} (missing)`;
    const { source, value } = figure;
    if ("section" in source) return figure.name ?? `[${source.section}]`;
    const { from, name } = source;
    if ("rule" in from) return `${value.text} [${from.rule}]`;
    const origins = this.#origins.get(name) ?? new Set();
    origins.add(
      "row" in from ? `column ${from.column}` : "parameter" in from ? `sent as ${from.parameter}` : "built in",
    );
    this.#origins.set(name, origins);
    return name;
  }
}

function inOrder(one: string, other: string): number {
  return one.localeCompare(other, "en", { numeric: true });
}
