import { useState } from "preact/hooks";
import type { Explanation, ResultExplanation } from "../../../src/answers/explanation/schema.ts";
import { countText } from "../../../src/core/text/plural.ts";
import { addressText } from "../address.ts";
import { narrowed } from "../answer/results-table.tsx";
import { type Lookup, withFields } from "../look-up/lookup.ts";
import { Link } from "../parts/buttons.tsx";
import { type Basket, type BasketRow, freeName, Refused, withBasket, withRows } from "./baskets.ts";
import { changeBaskets, useBaskets } from "./kept-baskets.ts";
import "./basket.css";

interface AddToBasketProps {
  readonly lookup: Lookup;
  readonly explanation: Explanation;
  /** The result that is shown. */
  readonly explained: ResultExplanation;
}

/** Adds the price that is shown to a basket: the one that was filled last, or a chosen one. */
export function AddToBasket({ lookup, explanation, explained }: AddToBasketProps) {
  const baskets = useBaskets();
  const [chosen, setChosen] = useState<string | null>(null);
  const [said, setSaid] = useState<{ readonly text: string; readonly basket: string | null } | null>(null);
  const target = baskets.find(({ name }) => name === chosen) ?? baskets[0] ?? null;
  const { row, results } = rowOf(lookup, explanation, explained);

  function add() {
    const name = target?.name ?? freeName(baskets);
    let text = "";
    const refused = changeBaskets((before) => {
      const there = target === null ? withBasket(before, name) : before;
      if (there instanceof Refused) return there;
      const added = withRows(there, name, [row]);
      if (added instanceof Refused) return added;
      text =
        added.there === 0
          ? `Added to ${name}, which has ${rowsText(added.baskets, name)}.${(lookup.units ?? "") === "" ? "" : ONE_UNIT}`
          : `It is in ${name} already.`;
      return added.baskets;
    });
    setChosen(name);
    setSaid(refused === null ? { text, basket: name } : { text: refused.reason, basket: null });
  }

  return (
    <div class="add-to-basket">
      <button type="button" onClick={add}>
        {results === 1 ? "Add to basket" : `Add all ${results} results to basket`}
      </button>
      {baskets.length < 2 || target === null ? null : (
        <label>
          <span class="unseen">Basket</span>
          <select value={target.name} onChange={({ currentTarget }) => setChosen(currentTarget.value)}>
            {baskets.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      )}
      <span role="status">{said?.text ?? ""}</span>
      {said?.basket == null ? null : <Link to={addressText("/basket", { name: said.basket })}>Open the basket</Link>}
    </div>
  );
}

/** Rows of a basket are compared as they are published. */
const ONE_UNIT = " A basket has rates of one unit.";

function rowsText(baskets: readonly Basket[], name: string): string {
  return countText(baskets.find((basket) => basket.name === name)?.rows.length ?? 0, "row");
}

/** Correlates requests of programs; a basket has none. */
const CORRELATION = "reference_id";

/**
 * The row of a result: the lookup of this result alone where there is one, else of all results. The day is kept: a basket without
 * one would be of another day whenever it is opened.
 */
export function rowOf(
  lookup: Lookup,
  { explanations, request }: Pick<Explanation, "explanations" | "request">,
  { result }: Pick<ResultExplanation, "result">,
): { readonly row: BasketRow; readonly results: number } {
  const results = explanations.map((each) => each.result);
  const alone = results.length === 1 ? {} : narrowed(result, results, lookup);
  const { day_parameter: dayParameter } = lookup.setting;
  const day = request[dayParameter];
  const { state, setting, fields } = withFields(lookup, {
    ...alone,
    [CORRELATION]: null,
    ...(typeof day === "string" ? { [dayParameter]: day } : {}),
  });
  return {
    row: { state: state.code, setting: setting.setting, fields },
    results: alone === null ? results.length : 1,
  };
}
