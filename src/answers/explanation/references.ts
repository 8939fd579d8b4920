import { snakeCase } from "../../core/text/spelling.ts";
import {
  Figure,
  type Input,
  MissingFigure,
  Operation,
  type Step,
  type Term,
} from "../../pricing/worksheet/calculation.ts";
import type { ExplainedInput, Expression, InputOrigin } from "./explanation.ts";
import type { ListedRows } from "./listed-rows.ts";

/** Gives the steps and inputs of a calculation their names, `s1` and `i1`, and writes expressions that refer to them. */
export class References {
  readonly inputs: ExplainedInput[] = [];
  readonly #steps = new Map<Step, string>();
  readonly #inputs = new Map<Input, string>();
  /** One figure may be asked for more than once: it is one input all the same. */
  readonly #inputsByOrigin = new Map<string, string>();
  readonly #rows: ListedRows;

  constructor(steps: readonly Step[], rows: ListedRows) {
    this.#rows = rows;
    for (const [place, step] of steps.entries()) this.#steps.set(step, `s${place + 1}`);
  }

  step(step: Step): string {
    const id = this.#steps.get(step);
    if (id === undefined) throw new Error(`The step of ${step.section} is not on this sheet`);
    return id;
  }

  figure({ source, name }: Figure): string {
    return "from" in source ? this.#input(source, name ?? source.name) : this.step(source);
  }

  /** Names the figures of a formula, also of one that lacks a value. */
  mention(term: Term): void {
    if (term instanceof Figure) this.figure(term);
    else if (term instanceof Operation) for (const argument of term.of) this.mention(argument);
  }

  /** A formula that lacks nothing. */
  expression(term: Term): Expression {
    if (term instanceof Figure) return { ref: this.figure(term) };
    if (term instanceof MissingFigure) throw new Error(`The formula lacks its ${term.name}: ${term.words}`);
    return { op: term.operator, of: term.of.map((argument) => this.expression(argument)) };
  }

  #input(input: Input, name: string): string {
    const known = this.#inputs.get(input);
    if (known !== undefined) return known;
    const from = this.#origin(input);
    const key = JSON.stringify([input.value.text, input.unit, from]);
    const id = this.#inputsByOrigin.get(key) ?? this.#added(name, input, from, key);
    this.#inputs.set(input, id);
    return id;
  }

  #added(name: string, input: Input, from: InputOrigin, key: string): string {
    const id = `i${this.inputs.length + 1}`;
    this.inputs.push({ id, name, value: this.#publishedDigits(input), unit: input.unit, from });
    this.#inputsByOrigin.set(key, id);
    return id;
  }

  /** Dollars are read with two decimals; a file may have them with fewer. */
  #publishedDigits({ value, unit, from }: Input): string {
    const cell = unit === "dollars" && "row" in from ? this.#rows.cell(from.row, from.column) : null;
    return cell ?? value.text;
  }

  #origin({ from }: Input): InputOrigin {
    if (!("row" in from)) return from;
    const { row, column } = from;
    const builtIn = this.#rows.builtInSection(row, column);
    const header = snakeCase(column);
    return builtIn === null ? { row: this.#rows.idOf(row), column: header } : { default: header, section: builtIn };
  }
}
