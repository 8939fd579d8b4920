import { useEffect, useRef, useState } from "preact/hooks";
import type { ExplainedInput, ResultExplanation } from "../../../../src/answers/explanation/schema.ts";
import type { WhatIf } from "../../../../src/answers/what-if.ts";
import { identifiersIn } from "../../api/ready.ts";
import { useAnswer } from "../../api/use-answer.ts";
import { type Lookup, ratePath } from "../../look-up/lookup.ts";
import { QuietProblem, Waiting } from "../../parts/notice.tsx";
import { differenceText, measureText, numberFault, typedDigits, unbrokenText } from "../../words/amount.ts";
import { figureTitle } from "../../words/names.ts";
import "./what-if.css";
import { outcomeText } from "../../../../src/answers/explanation/result-words.ts";
import { readableText } from "../receipt/bars.tsx";

interface WhatIfSectionProps {
  readonly lookup: Lookup;
  readonly explained: ResultExplanation;
  /** Null while nothing was requested; else the figure of the receipt that the reader wants to change, if it is one of them. */
  readonly tried: { readonly figure: string | null } | null;
  readonly onOpen: () => void;
}

/** Whether a result has figures that can be changed: those of one provider have. */
export function canTryFigures(lookup: Lookup, explained: ResultExplanation): boolean {
  const isOfOne = Object.keys(identifiersIn(lookup)).length > 0;
  return isOfOne && explained.inputs.some(({ id }) => isChangeable(explained, id));
}

/** A claim with other figures in place of published ones. Nothing is requested until the reader opens it. */
export function WhatIfSection({ lookup, explained, tried, onOpen }: WhatIfSectionProps) {
  return (
    <section class="answer-part what-if" aria-labelledby="what-if-title">
      <h3 id="what-if-title">Try other figures</h3>
      <p class="hint">
        What this claim would pay with another weight, rate or threshold. Published rates stay as they are.
      </p>
      {tried !== null ? (
        <WhatIfForm lookup={lookup} explained={explained} tried={tried} />
      ) : (
        <button type="button" onClick={onOpen}>
          Change figures
        </button>
      )}
    </section>
  );
}

type Typed = Readonly<Record<string, string>>;

interface WhatIfFormProps extends Pick<WhatIfSectionProps, "lookup" | "explained"> {
  readonly tried: { readonly figure: string | null };
}

function WhatIfForm({ lookup, explained, tried }: WhatIfFormProps) {
  const [typed, setTyped] = useState<Typed>({});
  const [faults, setFaults] = useState<Typed>({});
  const [set, setSet] = useState("");
  const names = useAnswer<WhatIf>(ratePath(lookup, "/what-if"));
  const priced = useAnswer<WhatIf>(set === "" ? null : ratePath(lookup, "/what-if", { set }));
  const known = names.state === "answered" && names.answer.ok ? names.answer.body : null;
  const form = useRef<HTMLFormElement>(null);
  const isKnown = known !== null;
  // The reader chose a figure in the receipt: its field is where to go on.
  useEffect(() => {
    if (isKnown)
      form.current?.querySelector<HTMLElement>(tried.figure === null ? "input" : `#what-if-${tried.figure}`)?.focus();
  }, [isKnown, tried]);

  if (names.state === "answered" && !names.answer.ok) {
    return <QuietProblem problem={names.answer.problem} what="Figures cannot be changed" onAgain={names.again} />;
  }
  if (known === null) return <Waiting of={names} what="Reading the figures of this price" />;
  const changeable = changeableFigures(explained, known.figures);
  const refused = priced.state === "answered" && !priced.answer.ok ? priced.answer.problem : null;
  const messages = refused?.errors?.map(({ message }) => message) ?? [];
  const body = priced.state === "answered" && priced.answer.ok ? priced.answer.body : null;
  const compared = body === null ? undefined : comparedOf(body, explained);
  const entered = changeable.flatMap(({ figure: { cell, unit } }) => {
    const text = (typed[cell] ?? "").trim();
    return text === "" ? [] : [{ cell, unit, text, digits: typedDigits(text) }];
  });
  const toSet = entered.map(({ cell, digits }) => `${cell}=${digits}`);
  /** The fields say something else than was priced: what is shown belongs to the figures before. */
  const isEarlier = set !== "" && toSet.join(",") !== set;
  const isRefused = (cell: string) =>
    set.split(",").some((each) => each.startsWith(`${cell}=`) && toSet.includes(each));
  const faultOf = (cell: string) => faults[cell] ?? (isRefused(cell) ? expectedOf(cell, messages) : undefined);

  function price() {
    const wrong = entered
      .filter(({ digits }) => digits === null)
      .map(({ cell, text, unit }) => [cell, numberFault(text, unit)]);
    const [first] = changeable;
    const none = entered.length === 0 && first !== undefined ? [[first.figure.cell, "Enter at least one figure."]] : [];
    const found: Typed = Object.fromEntries([...wrong, ...none]);
    setFaults(found);
    if (Object.keys(found).length === 0) setSet(toSet.join(","));
  }

  return (
    <form
      ref={form}
      class="what-if-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        price();
      }}
    >
      <ul>
        {changeable.map(({ input, figure: { cell, published, unit, built_in } }) => (
          <li key={cell} class="what-if-figure">
            <label for={`what-if-${input.id}`}>{figureTitle(input.name, lookup.setting)}</label>
            <p id={`what-if-${input.id}-hint`} class="hint">
              {built_in === null ? "Published" : "Default"}: {measureText(published, unit)}
            </p>
            <input
              id={`what-if-${input.id}`}
              type="text"
              inputMode="decimal"
              autocomplete="off"
              value={typed[cell] ?? ""}
              aria-describedby={`what-if-${input.id}-hint what-if-${input.id}-fault`}
              aria-invalid={faultOf(cell) !== undefined}
              onInput={({ currentTarget: { value } }) => setTyped((before) => ({ ...before, [cell]: value }))}
            />
            <p id={`what-if-${input.id}-fault`} class="fault" role="status">
              {faultOf(cell) ?? ""}
            </p>
          </li>
        ))}
      </ul>
      <p class="what-if-buttons">
        <button type="submit" class="primary">
          Price with these figures
        </button>
        <button
          type="button"
          class="quiet"
          onClick={() => {
            setTyped({});
            setFaults({});
            setSet("");
          }}
        >
          Reset
        </button>
      </p>
      {priced.state === "waiting" ? <Waiting of={priced} what="Pricing with your figures" /> : null}
      {refused === null || isEarlier || changeable.some(({ figure }) => faultOf(figure.cell) !== undefined) ? null : (
        <QuietProblem problem={refused} what="There is no price with these figures" onAgain={priced.again} />
      )}
      <div role="status" class={isEarlier && compared !== undefined ? "earlier" : undefined}>
        {compared === undefined ? null : <Compared compared={compared} isEarlier={isEarlier} />}
      </div>
    </form>
  );
}

interface ComparedProps {
  readonly compared: ComparedResult;
  /** Whether the fields say something else than the figures that were priced. */
  readonly isEarlier: boolean;
}

/** Both prices, and the steps that differ. */
function Compared({ compared: { published, what_if, difference, steps }, isEarlier }: ComparedProps) {
  const isSame = difference !== null && /^-?0*\.?0*$/.test(difference);
  const yours = isEarlier ? "your earlier figures" : "your figures";
  return (
    <>
      {isEarlier ? <p>This is the price with your figures as they were before your change.</p> : null}
      <p class="what-if-price">
        <strong>{what_if === null ? "No rate" : readableText(outcomeText(what_if))}</strong> with {yours}
        {difference === null ? "" : isSame ? ", no variance" : `, ${unbrokenText(differenceText(difference))}`}.
        Published: {published === null ? "no rate" : readableText(outcomeText(published))}.
      </p>
      {steps.length === 0 ? null : <Steps steps={steps} yours={`With ${yours}`} />}
    </>
  );
}

type Step = ComparedResult["steps"][number];

interface StepsProps {
  readonly steps: readonly Step[];
  /** What the column of the reader's figures is called. */
  readonly yours: string;
}

function Steps({ steps, yours }: StepsProps) {
  return (
    <div class="data-table what-if-steps">
      <div class="table-scroll">
        <table>
          <caption class="unseen">Steps that differ</caption>
          <thead>
            <tr>
              <th scope="col">Step that differs</th>
              <th scope="col" class="figure">
                Published
              </th>
              <th scope="col" class="figure">
                {yours}
              </th>
            </tr>
          </thead>
          <tbody>
            {steps.map((step, place) => (
              <tr key={place}>
                <td>
                  {unbrokenText(readableText(step.what_if?.text ?? step.published?.text ?? ""))}
                  <span class="hint"> section {step.section}</span>
                </td>
                <td class="figure" data-column="Published">
                  {sideText(step.published, step.unit)}
                </td>
                <td class="figure" data-column={yours}>
                  {sideText(step.what_if, step.unit)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function sideText(step: Step["published"], unit: Step["unit"]): string {
  if (step === null) return "not computed";
  return `${step.value === null ? "" : measureText(step.value, unit)}${step.applied ? "" : " (not used)"}`;
}

type SettableFigure = WhatIf["figures"][number];
type ComparedResult = WhatIf["results"][number];

/** A figure of the receipt that can be changed: the id of the input, and its name for the API. */
interface ChangeableFigure {
  readonly input: ExplainedInput;
  readonly figure: SettableFigure;
}

/** The figures of one result that can be changed, in the order of its receipt. */
function changeableFigures(
  explained: ResultExplanation,
  figures: readonly SettableFigure[],
): readonly ChangeableFigure[] {
  return explained.inputs.flatMap((input) => {
    const figure = figures.find((each) => isOf(each, input, explained));
    return figure === undefined ? [] : [{ input, figure }];
  });
}

/** Whether a figure of the receipt can be changed: it was published, or is built in. */
export function isChangeable({ inputs }: ResultExplanation, id: string): boolean {
  const from = inputs.find((each) => each.id === id)?.from;
  return from !== undefined && ("row" in from || "default" in from);
}

function isOf({ table, line, key, column, built_in }: SettableFigure, { from }: ExplainedInput, of: ResultExplanation) {
  const isRow = (row: ResultExplanation["rows"][number]) => row.table === table && row.line === line;
  if ("row" in from) return column === from.column && of.rows.some((row) => row.id === from.row && isRow(row));
  if (!("default" in from) || built_in === null) return false;
  return line === null ? key.name === from.default : column === from.default && of.rows.some(isRow);
}

/** The result of the answer that the reader looks at. */
function comparedOf({ results }: WhatIf, { result }: ResultExplanation): ComparedResult | undefined {
  const shown = JSON.stringify(result);
  return results.find(({ published }) => JSON.stringify(published) === shown);
}

/** How much of a name a refusal quotes. */
const QUOTED_CHARACTERS = 60;

/** What the API expects of the value of a figure that it has refused; undefined where it has not. */
function expectedOf(cell: string, messages: readonly string[]): string | undefined {
  const message = messages.find((each) => each.startsWith(`set "${cell.slice(0, QUOTED_CHARACTERS)}`));
  return message?.replace(/^.*? is not valid: expected /, "Enter ");
}
