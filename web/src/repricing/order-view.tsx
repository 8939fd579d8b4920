import { useEffect, useRef } from "preact/hooks";
import type { Problem } from "../api/ask.ts";
import type { CatalogueState } from "../api/ready.ts";
import { ProblemNotice } from "../parts/notice.tsx";
import { moneyText } from "../words/amount.ts";
import { countText, labelOf } from "../words/names.ts";
import { ChooseFile, SIZE_LIMIT, sizeText } from "./choose-file.tsx";
import { ColumnsTable, FirstLines } from "./columns-table.tsx";
import { Progress, useLeaveWarning } from "./job-view.tsx";
import { canGroupBy, choose, type Draft, lookSoon, lookupOf, order, useOrderState, withdraw } from "./order-state.ts";
import type { RepricingSummary, ShownTable } from "./use-job.ts";

/** The file, how it would be read, and only then "Reprice". */
export function OrderView({ states }: { readonly states: readonly CatalogueState[] }) {
  const { draft, reading, sending, refusal } = useOrderState();
  const chosen = lookupOf(draft, states);
  const target = chosen === null ? null : { state: chosen.state.code, setting: chosen.setting.setting };
  const found = useRef<HTMLHeadingElement>(null);
  const isOrdering = sending?.what === "order";
  useLeaveWarning(sending !== null);

  // Also when the view returns to a file without a preview.
  useEffect(() => {
    if (target !== null && draft.file !== null && reading === null && sending === null) lookSoon(target, 0);
  }, [draft.file]);
  useEffect(() => {
    if (reading !== null && reading.problem === null) found.current?.scrollIntoView({ block: "nearest" });
  }, [reading === null]);

  if (chosen === null || target === null) return <h1>This key is enabled for no state</h1>;

  function change(changes: Partial<Draft>, isRead = true) {
    choose(changes);
    const next = lookupOf({ ...draft, ...changes }, states);
    if (isRead && next !== null) lookSoon({ state: next.state.code, setting: next.setting.setting });
  }

  const problem = refusal ?? reading?.problem ?? null;
  return (
    <>
      <h1>Reprice a file</h1>
      <p>
        Claims as they were exported, with provider, code, date and what was paid: every line is priced and compared.
        The file is sent to this Ratebook alone, and deleted there as soon as it is priced.
      </p>
      {problem === null ? null : (
        <ProblemNotice
          problem={problem}
          controlOf={(field) => controlOf(field)}
          {...(draft.file === null || !mayPass(problem) ? {} : { onAgain: () => lookSoon(target, 0) })}
        />
      )}
      {problem?.table === undefined ? null : (
        <p>
          <a href={`#${IDS.columns}`}>Say what the columns are in the list below</a>; the file is then read again.
        </p>
      )}
      <ChooseFile states={states} chosen={chosen} draft={draft} isLocked={isOrdering} onChange={change} />
      {draft.file !== null && reading === null && sending?.what === "look" ? (
        <Progress
          what={sending.bytes < sending.total ? "Sending the file to see how it would be read" : "Reading the file"}
          done={sending.bytes}
          total={sending.total}
          detail={`${sizeText(sending.bytes)} of ${sizeText(sending.total)}`}
        />
      ) : null}
      {reading?.table == null ? null : (
        <section class="appears step" aria-labelledby="columns-title" aria-busy={sending?.what === "look"}>
          <h2 id="columns-title" ref={found}>
            Check what the columns are
          </h2>
          <ColumnsTable reading={reading} draft={draft} isLocked={isOrdering} onChange={change} />
          <FirstLines reading={reading} />
        </section>
      )}
      {reading?.table == null ? null : (
        <section class="appears step" aria-labelledby="compare-title">
          <h2 id="compare-title">How to compare and add up</h2>
          <HowToCompare table={reading.table} draft={draft} isLocked={isOrdering} onChange={change} />
          {isOrdering || reading.problem !== null ? null : (
            <button id={IDS.order} type="button" class="primary" onClick={() => order(target)}>
              Reprice {draft.file?.name}
            </button>
          )}
        </section>
      )}
      {isOrdering ? (
        <>
          <Progress
            what={sending.bytes < sending.total ? "Sending the file" : "Handing the file over"}
            done={sending.bytes}
            total={sending.total}
            detail={`${sizeText(sending.bytes)} of ${sizeText(sending.total)}`}
          />
          <button type="button" onClick={withdraw}>
            Stop
          </button>
        </>
      ) : null}
      {draft.file === null ? <p class="hint">CSV, TSV or XLSX, {SIZE_LIMIT}.</p> : null}
    </>
  );
}

/** What is not about the file may be over in a moment. */
function mayPass({ status }: Problem): boolean {
  return status === 0 || status === 429 || status >= 500;
}

interface HowToCompareProps {
  readonly table: ShownTable;
  readonly draft: Draft;
  readonly isLocked: boolean;
  /** `isRead`: whether it changes how the file is read, so that the service looks at it again. */
  readonly onChange: (changes: Partial<Draft>, isRead: boolean) => void;
}

/** From which difference on a line counts, whether charges limit what is expected, and what totals are made by. */
function HowToCompare({ table, draft, isLocked, onChange }: HowToCompareProps) {
  const { groupings, headings } = table;
  const chosen = draft.by ?? groupings;
  const others = headings.map(({ heading }) => heading).filter((heading) => canGroupBy(heading));
  const toggle = (name: string) =>
    onChange({ by: chosen.includes(name) ? chosen.filter((each) => each !== name) : [...chosen, name] }, false);
  const box = (name: string, label: string) => (
    <label key={name} class="box">
      <input
        type="checkbox"
        checked={chosen.includes(name)}
        // Without any, the service would make the usual totals.
        disabled={isLocked || (chosen.length === 1 && chosen.includes(name))}
        onChange={() => toggle(name)}
      />{" "}
      {label}
    </label>
  );
  return (
    <div class="compare">
      <div class="field">
        <label for={IDS.tolerance}>Tolerance</label>
        <p class="hint" id="tolerance-hint">
          Differences up to this much are as expected: dollars such as 0.50, or a share such as 1%. Empty: every cent
          counts.
        </p>
        <input
          id={IDS.tolerance}
          aria-describedby="tolerance-hint"
          autocomplete="off"
          value={draft.tolerance}
          disabled={isLocked}
          onChange={({ currentTarget }) => onChange({ tolerance: currentTarget.value }, true)}
        />
        <label class="box">
          <input
            id={IDS.no_charge_limit}
            type="checkbox"
            checked={!draft.noChargeLimit}
            disabled={isLocked}
            onChange={({ currentTarget }) => onChange({ noChargeLimit: !currentTarget.checked }, true)}
          />{" "}
          Expect at most what was billed
        </label>
      </div>
      <fieldset id={IDS.by} class="totals-by">
        <legend class="label">Totals by</legend>
        {groupings.map((name) => box(name, labelOf(name)))}
        {others.length === 0 ? null : (
          <details>
            <summary>Columns of the file</summary>
            {[...new Set(others)].map((name) => box(name, name))}
          </details>
        )}
      </fieldset>
    </div>
  );
}

/** What the expected amounts leave out: lines whose modifier is not priced, and what was billed below the rate. */
export function LimitsOfAmounts({ summary }: { readonly summary: RepricingSummary }) {
  const sentences = limitsWords(summary);
  if (sentences.length === 0) return null;
  return (
    <section class="step" aria-labelledby="limits-title">
      <h2 id="limits-title">What expected leaves out</h2>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </section>
  );
}

/** The limits in sentences. */
export function limitsWords({
  modifier_not_priced: modifier,
  modifier_not_known: unknown,
  charge_limit: limit,
}: Pick<RepricingSummary, "modifier_not_priced" | "modifier_not_known" | "charge_limit">): readonly string[] {
  const modifierWords =
    modifier.lines === 0
      ? []
      : [
          `${countText(modifier.lines, "line")} ${modifier.lines === 1 ? "has" : "have"} a modifier that changes what is paid and that the published rate is without (${moneyText(modifier.amount)} at the rate): not compared, and in no total. The workbook lists them.`,
        ];
  const unknownWords =
    unknown.lines === 0
      ? []
      : [
          `${countText(unknown.lines, "line")} ${unknown.lines === 1 ? "has" : "have"} a modifier of no list and without a published rate, priced without it (expected ${moneyText(unknown.amount)}): compared, and it may change what is paid.`,
        ];
  const limitWords =
    limit.column === null
      ? []
      : [
          `Expected is at most what was billed (${limit.column}): ${countText(limit.lines, "line")} ${limit.lines === 1 ? "was" : "were"} billed below the rate, by ${moneyText(limit.amount)}.`,
        ];
  return [...modifierWords, ...unknownWords, ...limitWords];
}

/** The controls of the form by their ids, so that what the API says about a field leads to it. */
export const IDS = {
  state: "reprice-state",
  setting: "reprice-setting",
  file: "reprice-file",
  sheet: "reprice-sheet",
  columns: "reprice-columns",
  no_charge_limit: "reprice-charge-limit",
  tolerance: "reprice-tolerance",
  by: "reprice-by",
  order: "reprice-order",
} as const;

/** The id of the control of a field of the API's form. */
function controlOf(field: string): string | null {
  return new Map<string, string>(Object.entries(IDS)).get(field) ?? null;
}
