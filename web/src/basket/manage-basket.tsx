import { useState } from "preact/hooks";
import { addressText, goTo } from "../address.ts";
import { BASKET_LIMITS, renamed, withoutBasket } from "./baskets.ts";
import { changeBaskets } from "./kept-baskets.ts";

/** What is kept, where, and until when. */
export function KeptHint() {
  const { baskets, rows } = BASKET_LIMITS;
  return (
    <p class="hint basket-kept">
      Baskets are kept in this browser, not by the service: codes, providers, days, claim details and amounts. They stay
      until you delete them, also when you sign out. They are shown with your key alone, and deleted when another key
      signs in here. At most {baskets} baskets of {rows.toLocaleString("en-US")} rows are kept.
    </p>
  );
}

/** Deletes a basket after a second press: it cannot be brought back. */
export function DeleteButton({ name }: { readonly name: string }) {
  const [isCertain, setIsCertain] = useState(false);
  if (!isCertain) {
    return (
      <button type="button" class="quiet" onClick={() => setIsCertain(true)}>
        Delete<span class="unseen"> {name}</span>
      </button>
    );
  }
  return (
    <span class="basket-certain">
      Delete {name} for good?
      <button
        type="button"
        onClick={() => {
          changeBaskets((before) => withoutBasket(before, name));
          goTo("/basket");
        }}
      >
        Delete<span class="unseen"> {name} for good</span>
      </button>
      <button type="button" class="quiet" onClick={() => setIsCertain(false)}>
        Keep<span class="unseen"> {name}</span>
      </button>
    </span>
  );
}

/** Gives a basket another name, and its view another address. */
export function RenameForm({ name }: { readonly name: string }) {
  const [draft, setDraft] = useState(name);
  const [refusal, setRefusal] = useState<string | null>(null);
  function rename() {
    const meant = draft.trim().replaceAll(/\s+/g, " ");
    const refused = changeBaskets((before) => renamed(before, name, meant));
    setRefusal(refused?.reason ?? null);
    if (refused === null) goTo(addressText("/basket", { name: meant }), true);
  }
  return (
    <form
      class="ask-bar"
      aria-label="Rename"
      onSubmit={(event) => {
        event.preventDefault();
        rename();
      }}
    >
      <div class="field">
        <label for="basket-rename">Name</label>
        {refusal === null ? null : (
          <p class="fault" id="basket-rename-fault" role="alert">
            {refusal}
          </p>
        )}
        <input
          id="basket-rename"
          maxLength={BASKET_LIMITS.nameCharacters}
          autocomplete="off"
          aria-describedby={refusal === null ? undefined : "basket-rename-fault"}
          aria-invalid={refusal === null ? undefined : true}
          value={draft}
          onInput={({ currentTarget }) => setDraft(currentTarget.value)}
        />
      </div>
      <button type="submit">Rename</button>
    </form>
  );
}
