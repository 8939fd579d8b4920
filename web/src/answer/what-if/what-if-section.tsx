import { useEffect, useRef, useState } from "preact/hooks";
import type { ResultExplanation } from "../../../../src/answers/explanation/schema.ts";
import type { WhatIf } from "../../../../src/answers/what-if.ts";
import { identifiersIn } from "../../api/identifiers.ts";
import { useAnswer } from "../../api/use-answer.ts";
import { type Lookup, ratePath } from "../../look-up/lookup.ts";
import { QuietProblem } from "../../parts/quiet-problem.tsx";
import { Waiting } from "../../parts/waiting.tsx";
import { measureText } from "../../words/amount.ts";
import { figureTitle } from "../../words/figure-name.ts";
import { numberFault, typedDigits } from "../../words/typed-number.ts";
import { Compared } from "./compared.tsx";
import { changeableFigures, comparedOf, expectedOf, isChangeable } from "./figures.ts";
import "./what-if.css";

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
