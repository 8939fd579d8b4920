import { useEffect, useRef, useState } from "preact/hooks";
import { dayAt, dayText } from "../../../src/core/calendar/day.ts";
import { countText, plural } from "../../../src/core/text/plural.ts";
import { releaseName } from "../../../src/release/release.ts";
import type { ViewProps } from "../address.ts";
import type { ReleaseInService } from "../api/ready.ts";
import { Link } from "../parts/buttons.tsx";
import { Notice, ProblemNotice } from "../parts/notice.tsx";
import { differenceText, moneyText } from "../words/amount.ts";
import { listText } from "../words/names.ts";
import { BasketTable } from "./basket-table.tsx";
import { type Basket, type KeptRelease, rowText, withAmounts, withFirstAmounts, withoutRow } from "./baskets.ts";
import { type BasketSums, isChanged, isZero, linesOf, severalText, sumsOf } from "./comparison.ts";
import { changeBaskets } from "./kept-baskets.ts";
import { addressOfRow, lookupOf, placeText, releaseText } from "./line-words.ts";
import { DeleteButton, KeptHint, RenameForm } from "./manage-basket.tsx";
import { PasteForm } from "./paste-form.tsx";
import { type PricedBasket, usePricing } from "./pricing.ts";

interface OpenBasketProps extends Pick<ViewProps, "states" | "release"> {
  readonly basket: Basket;
}

/** One basket: its rows priced with the rates in service, beside the amounts that it keeps. */
export function OpenBasket({ basket, states, release }: OpenBasketProps) {
  const { name, rows } = basket;
  const today = dayAt(new Date());
  const inService = release === null ? null : idOf(release);
  const pricing = usePricing(rows, states, inService);
  const { priced } = pricing;
  const title = useRef<HTMLHeadingElement>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  // The form stays open when its first rows are added: lines that cannot be read stand there.
  const [wasEmpty] = useState(rows.length === 0);
  const now: KeptRelease | null =
    priced === null
      ? null
      : { id: priced.release, name: release !== null && inService === priced.release ? release.name : "", day: today };
  useKeeping(basket, priced?.results ?? null, release === null ? null : now, setRefusal);

  const lines = linesOf(basket, priced?.results ?? null);
  const isOther = now !== null && basket.release !== null && basket.release.id !== now.id;
  const isCompared = isOther || lines.some(isChanged);
  const before = isCompared && now !== null ? basket.release : null;
  const sums = sumsOf(lines);

  function remove(row: string) {
    changeBaskets((baskets) => withoutRow(baskets, name, row));
    // The pressed button is gone with the last row.
    if (rows.length === 1) title.current?.focus();
  }

  const first = rows[0] === undefined ? null : lookupOf(rows[0], states);
  const state = states[0];
  const place = first ?? (state?.settings[0] === undefined ? null : { state, setting: state.settings[0], fields: {} });
  return (
    <div class="basket">
      <p class="basket-back">
        <Link to="/basket">All baskets</Link>
      </p>
      <h1 ref={title} tabIndex={-1}>
        {name}
      </h1>
      {/* One line for both, so that nothing moves when the prices arrive. */}
      <p class="basket-about" role="status">
        {progressText(pricing, rows.length) ?? aboutText(rows, states, now ?? basket.release)}
      </p>
      {pricing.problem === null ? null : <ProblemNotice problem={pricing.problem} onAgain={pricing.again} />}
      {refusal === null ? null : (
        <Notice title="The amounts are not kept" kind="fault">
          <p>{refusal}</p>
        </Notice>
      )}
      {rows.length === 0 ? (
        <p>This basket is empty. Paste lines below, or press “Add to basket” at a price.</p>
      ) : (
        <>
          {before === null || now === null || priced === null ? (
            <p class="basket-sum">{sumText(sums, rows.length)}</p>
          ) : (
            <section class="basket-change" aria-labelledby="change-title">
              <h2 id="change-title">
                {isZero(sums.change.dollars) ? "No change in dollars" : `${differenceText(sums.change.dollars)} in all`}
              </h2>
              <p>{changeText(sums, before, now)}</p>
              <p class="basket-keep">
                <button
                  type="button"
                  onClick={() => {
                    const refused = changeBaskets((baskets) => withAmounts(baskets, name, now, keptOf(priced.results)));
                    setRefusal(refused?.reason ?? null);
                    title.current?.focus();
                  }}
                >
                  Compare with these amounts from now on
                </button>
                <span class="hint">Replaces the amounts of {releaseText(before, now)} that the basket keeps.</span>
              </p>
            </section>
          )}
          <BasketTable
            basket={{
              name,
              lines,
              states,
              // Kept amounts are shown until they are priced again.
              now: now ?? basket.release,
              before,
              isSample: release?.sources.some(({ synthetic }) => synthetic === true) ?? false,
              origin: location.origin,
              addressOf: ({ row }) => addressOfRow(row, states),
            }}
            today={today}
            onRemove={remove}
          />
        </>
      )}
      {place === null ? null : (
        <details class="basket-paste" open={wasEmpty}>
          <summary>Add rows</summary>
          <PasteForm basket={name} place={place} states={states} release={release} />
        </details>
      )}
      <details class="basket-manage">
        <summary>Rename or delete</summary>
        <RenameForm name={name} />
        <DeleteButton name={name} />
      </details>
      <KeptHint />
    </div>
  );
}

function idOf({ version, content_hash: contentHash }: ReleaseInService): string {
  return releaseName({ version, contentHash });
}

type Amounts = PricedBasket["results"];

/** Amounts without notes and alternatives, which are not kept. */
function keptOf(results: Amounts) {
  return new Map(
    [...results].map(([row, each]) => [row, each.map(({ notes: _, alternatives: __, ...kept }) => kept)] as const),
  );
}

/** Keeps amounts of rows that have none. */
function useKeeping(
  { name, rows, release }: Basket,
  results: Amounts | null,
  now: KeptRelease | null,
  onRefused: (reason: string | null) => void,
): void {
  const isSame = release === null || release.id === now?.id;
  const isLacking = isSame && rows.some((row) => row.kept === undefined && results?.has(rowText(row)));
  useEffect(() => {
    if (results === null || now === null || !isLacking) return;
    const refused = changeBaskets((baskets) => withFirstAmounts(baskets, name, now, keptOf(results)));
    onRefused(refused?.reason ?? null);
  }, [results, isLacking, now?.id]);
}

/** "12 rows, California outpatient, priced with Ratebook sample 2026.11 on Nov 18, 2026"; the table names several places. */
function aboutText(rows: Basket["rows"], states: ViewProps["states"], release: KeptRelease | null): string {
  const places = [...new Set(rows.map((row) => placeText(row, states)))];
  const place = places.length === 1 ? places : [];
  const priced = release === null ? [] : [`priced with ${releaseText(release)} on ${dayText(release.day)}`];
  return [countText(rows.length, "row"), ...place, ...priced].join(", ");
}

function progressText({ state, done, waitSeconds }: ReturnType<typeof usePricing>, rows: number): string | null {
  if (state !== "pricing") return null;
  const far = `Pricing: ${done.toLocaleString("en-US")} of ${countText(rows, "row")} done.`;
  if (waitSeconds === null) return far;
  return `${far} Your key has reached its limit; pricing goes on in ${countText(waitSeconds, "second")}.`;
}

/** "12 rates come to $1,204.50. 1 row has several possible amounts: not in the sum. 2 more have no amount." */
function sumText({ amounts, several }: BasketSums, rows: number): string {
  if (amounts.lines + several === 0) return "";
  const without = rows - amounts.lines - several;
  const rates = countText(amounts.lines, "rate");
  return [
    ...(amounts.lines === 0
      ? []
      : [`${rates} ${plural(amounts.lines, "comes", "come")} to ${moneyText(amounts.dollars)}.`]),
    ...(several === 0 ? [] : [severalText(several)]),
    ...(without === 0 ? [] : [`${without.toLocaleString("en-US")} more ${plural(without, "has", "have")} no amount.`]),
  ].join(" ");
}

/** "From $100.00 with A to $112.00 with B. 2 rates rose by $12.00, 1 was cut by $4.00, 3 are unchanged." */
function changeText(sums: BasketSums, before: KeptRelease, now: KeptRelease): string {
  const { rises, cuts, unchanged, several, incomparable } = sums;
  const moved = [
    ...(rises.lines === 0 ? [] : [`${countText(rises.lines, "rate")} rose by ${moneyText(rises.dollars)}`]),
    ...(cuts.lines === 0
      ? []
      : [
          `${countText(cuts.lines, "rate")} ${plural(cuts.lines, "was", "were")} cut by ${moneyText(cuts.dollars.replace("-", ""))}`,
        ]),
    ...(unchanged === 0 ? [] : [`${countText(unchanged, "rate")} did not change`]),
  ];
  const from = `From ${moneyText(sums.before.dollars)} with ${releaseText(before, now)} to ${moneyText(sums.now.dollars)} with ${releaseText(now, before)}.`;
  return [
    ...(sums.before.lines === 0 ? [] : [from, `${listText(moved)}.`]),
    ...(several === 0 ? [] : [severalText(several)]),
    ...(incomparable === 0
      ? []
      : [`${countText(incomparable, "rate")} ${plural(incomparable, "has", "have")} no amount then or now.`]),
  ].join(" ");
}
