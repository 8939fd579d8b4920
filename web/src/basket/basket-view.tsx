import { useState } from "preact/hooks";
import { countText } from "../../../src/core/text/plural.ts";
import { addressText, goTo, type ViewProps } from "../address.ts";
import { Link } from "../parts/buttons.tsx";
import { Notice } from "../parts/notice.tsx";
import { BASKET_LIMITS, type Basket, freeName, withBasket } from "./baskets.ts";
import { changeBaskets, useBaskets } from "./kept-baskets.ts";
import { releaseText } from "./line-words.ts";
import { DeleteButton, KeptHint } from "./manage-basket.tsx";
import { OpenBasket } from "./open-basket.tsx";
import "./basket.css";

/** The baskets of this browser, or the one that the address names. */
export function BasketView({ query, states, release }: ViewProps) {
  const baskets = useBaskets();
  const name = query.get("name") ?? "";
  const basket = baskets.find((each) => each.name === name);
  if (basket === undefined) return <BasketList baskets={baskets} missing={name} />;
  return <OpenBasket key={basket.name} basket={basket} states={states} release={release} />;
}

interface BasketListProps {
  readonly baskets: readonly Basket[];
  /** The name in the address that no basket has; empty: none. */
  readonly missing: string;
}

function BasketList({ baskets, missing }: BasketListProps) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const [name, setName] = useState("");
  function create() {
    const meant = name.trim() === "" ? freeName(baskets) : name;
    let created = "";
    const refused = changeBaskets((before) => {
      const after = withBasket(before, meant);
      if (Array.isArray(after)) created = after[0].name;
      return after;
    });
    setRefusal(refused?.reason ?? null);
    if (refused === null) goTo(addressText("/basket", { name: created }));
  }
  return (
    <div class="basket">
      <h1>Baskets</h1>
      <p>
        A basket holds rates that belong together: codes, providers and days, priced as one table. Open it again when
        new rates are loaded, and it shows the change in dollars.
      </p>
      {missing === "" ? null : (
        <Notice title={`There is no basket ${missing} in this browser`}>
          <p>Baskets are kept in the browser in which they were made, and with the key that made them.</p>
        </Notice>
      )}
      {baskets.length === 0 ? (
        <p>There is no basket yet. Create one here, or press “Add to basket” at a price.</p>
      ) : (
        <ul class="basket-list">
          {baskets.map((basket) => (
            <li key={basket.name}>
              <Link to={addressText("/basket", { name: basket.name })}>{basket.name}</Link>
              <span class="hint">{aboutText(basket)}</span>
              <DeleteButton name={basket.name} />
            </li>
          ))}
        </ul>
      )}
      <form
        class="ask-bar"
        aria-label="New basket"
        onSubmit={(event) => {
          event.preventDefault();
          create();
        }}
      >
        <div class="field">
          <label for="basket-name">Name of a new basket</label>
          {refusal === null ? null : (
            <p class="fault" id="basket-name-fault" role="alert">
              {refusal}
            </p>
          )}
          <input
            id="basket-name"
            maxLength={BASKET_LIMITS.nameCharacters}
            autocomplete="off"
            placeholder={freeName(baskets)}
            aria-describedby={refusal === null ? undefined : "basket-name-fault"}
            aria-invalid={refusal === null ? undefined : true}
            value={name}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
        </div>
        <button type="submit" class="primary">
          Create basket
        </button>
      </form>
      <KeptHint />
    </div>
  );
}

/** "12 rows, amounts of Ratebook sample 2026.11" */
function aboutText({ rows, release }: Basket): string {
  const count = countText(rows.length, "row");
  return release === null ? count : `${count}, amounts of ${releaseText(release)}`;
}
