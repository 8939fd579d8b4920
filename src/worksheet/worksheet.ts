/** What a formula may show: money prints as `$1.00`, a factor with its published digits. */
export type Operand = { toString(): string } | string | number;

/** The left side of a step, as the state page writes it: fixed words around the actual values. */
export interface Formula {
  readonly words: readonly string[];
  readonly operands: readonly Operand[];
}

/** Writes a formula: formula`unit value (${unitValue}) x conversion factor (${factor})`. */
export function formula(words: TemplateStringsArray, ...operands: readonly Operand[]): Formula {
  return { words, operands };
}

/** One formula of several that follow each other, for those whose terms depend on the case. */
export function joined(first: Formula, others: readonly Formula[]): Formula {
  if (others.length === 0) return first;
  const words = [...first.words];
  const operands = [...first.operands];
  for (const other of others) {
    words[words.length - 1] += other.words[0] as string;
    for (let index = 1; index < other.words.length; index += 1) words.push(other.words[index] as string);
    for (const operand of other.operands) operands.push(operand);
  }
  return { words, operands };
}

export interface Step {
  readonly formula: Formula;
  readonly result: Operand | null;
  /** What the result is called, where the line says so: `= base payment ($2736.30)`. */
  readonly resultName?: string;
  /** What kind of amount the result is, where the line says so: `= per diem $1042.38`. */
  readonly resultLabel?: string;
  /** What became of the result: `= $6704.94, not applied`. */
  readonly remark?: Formula;
}

/**
 * The steps of one calculation, written down as they are computed. The price that a step
 * returns and the text that explains it come from the same values, so they cannot disagree.
 */
export class Worksheet {
  readonly steps: Step[] = [];

  /** Records `formula = result` and hands the result on to the next step. */
  step<Result extends Operand>(shown: Formula, result: Result): Result {
    this.steps.push({ formula: shown, result });
    return result;
  }

  /** Records `formula = name (result)` and hands the result on to the next step. */
  namedStep<Result extends Operand>(shown: Formula, resultName: string, result: Result): Result {
    this.steps.push({ formula: shown, result, resultName });
    return result;
  }

  /** Records `formula = label result` and hands the result on to the next step. */
  labelledStep<Result extends Operand>(shown: Formula, resultLabel: string, result: Result): Result {
    this.steps.push({ formula: shown, result, resultLabel });
    return result;
  }

  /** Adds to the last step what became of its result. */
  remark(shown: Formula): void {
    const last = this.steps.pop();
    if (last === undefined) throw new Error("A remark needs a step to be about");
    this.steps.push({ ...last, remark: shown });
  }

  /** Records a remark, or a formula that has no result because something is missing. */
  note(shown: Formula): void {
    this.steps.push({ formula: shown, result: null });
  }

  /** One line of plain text (conventions 3.8). */
  get line(): string {
    let line = "";
    for (const step of this.steps) {
      if (line !== "") line += "; ";
      line += formulaText(step.formula);
      if (step.result === null) continue;
      line += ` = ${resultText(step)}`;
      if (step.remark !== undefined) line += `, ${formulaText(step.remark)}`;
    }
    return line;
  }
}

function resultText({ result, resultName, resultLabel }: Step): string {
  const text = operandText(result as Operand);
  if (resultName !== undefined) return `${resultName} (${text})`;
  return resultLabel === undefined ? text : `${resultLabel} ${text}`;
}

export function formulaText({ words, operands }: Formula): string {
  let text = words[0] as string;
  for (let index = 0; index < operands.length; index += 1) {
    text += operandText(operands[index] as Operand) + (words[index + 1] as string);
  }
  return text;
}

/** Called by name: `String` and templates first look up how an object turns into text. */
function operandText(operand: Operand): string {
  return typeof operand === "string" ? operand : operand.toString();
}
