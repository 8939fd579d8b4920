import { useEffect, useRef } from "preact/hooks";
import exampleClaims from "../../../data/claims/ca-outpatient.csv?raw";
import { countText, plural } from "../../../src/core/text/plural.ts";
import type { Problem } from "../api/ask.ts";
import type { CatalogueState } from "../api/ready.ts";
import { Notice, ProblemNotice } from "../parts/notice.tsx";
import { labelOf } from "../words/names.ts";
import { ChooseFile, SIZE_LIMIT, sizeText } from "./choose-file.tsx";
import {
  ColumnQuestions,
  hasBilledColumn,
  missingColumns,
  missingHeadings,
  openQuestions,
  otherSheets,
} from "./column-questions.tsx";
import { ColumnsTable, FirstLines } from "./columns-table.tsx";
import { controlOf, IDS } from "./control-ids.ts";
import { datesBeforePricing, NO_CLAIMS, ProvidersBeforePricing } from "./first-notice.tsx";
import {
  canGroupBy,
  choose,
  type Draft,
  type FileReading,
  forgetColumns,
  lookSoon,
  lookupOf,
  order,
  useOrderState,
  usualTotals,
  withdraw,
} from "./order-state.ts";
import { repricingWords } from "./problem-words.ts";
import { Progress, useLeaveWarning } from "./progress.tsx";
import type { ShownTable } from "./use-job.ts";
import { YourFiles } from "./your-files.tsx";

/** The claims that come with the sample. */
function exampleOrder(): Pick<Draft, "state" | "setting" | "file"> {
  return { state: "ca", setting: "outpatient", file: new File([exampleClaims], "example-claims.csv") };
}

interface OrderViewProps {
  readonly states: readonly CatalogueState[];
  /** Whether the sample is served, whose providers the example names. */
  readonly isTestData: boolean;
}

/** The file, how it would be read, and only then "Reprice". */
export function OrderView({ states, isTestData }: OrderViewProps) {
  const { draft, reading, sending, refusal, questions, isRemembered } = useOrderState();
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

  const table = reading?.table ?? null;
  const open = openQuestions(table, draft);
  const dates = reading === null ? null : datesBeforePricing(reading.lines);
  const missing = reading?.problem?.table === undefined || table === null ? [] : missingColumns(table);
  const withoutHeadings = reading?.problem == null ? null : missingHeadings(reading.problem);
  // What a question or the list of columns can decide is no fault of the file.
  const isAnswerable = open.length > 0 || missing.length > 0 || sending?.what === "look";
  const ofFile = reading?.problem?.table !== undefined && isAnswerable ? null : (reading?.problem ?? null);
  const problem = refusal ?? ofFile;
  return (
    <>
      <h1>Reprice a file</h1>
      <p>
        Claims as your system exports them, with provider, code, date and what was paid. Every line is priced and
        compared with what was paid. The file is sent to this Ratebook alone, and deleted there as soon as it is priced.
      </p>
      {problem === null ? null : (
        <ProblemNotice
          problem={problem}
          inWords={repricingWords}
          controlOf={controlOf}
          {...(draft.file === null || !mayPass(problem) ? {} : { onAgain: () => lookSoon(target, 0) })}
        />
      )}
      <ChooseFile
        states={states}
        chosen={chosen}
        draft={draft}
        isRemittance={table?.is_remittance ?? false}
        isLocked={isOrdering}
        onChange={change}
      />
      {draft.file === null ? (
        <p class="hint">
          A file needs a column with the provider's NPI, one with the code and one with the date of service.{" "}
          {isTestData ? (
            <button type="button" class="quiet" onClick={() => change(exampleOrder())}>
              Try it with an example file
            </button>
          ) : null}
        </p>
      ) : null}
      {draft.file !== null && reading === null && sending?.what === "look" ? (
        <Progress
          what={sending.bytes < sending.total ? "Sending the file to see how it would be read" : "Reading the file"}
          done={sending.bytes}
          total={sending.total}
          detail={`${sizeText(sending.bytes)} of ${sizeText(sending.total)}`}
        />
      ) : null}
      {reading === null || table === null ? null : (
        <section class="appears step" aria-labelledby="columns-title" aria-busy={sending?.what === "look"}>
          <h2 id="columns-title" ref={found}>
            Check what the columns are
          </h2>
          {isEmptyFile(reading) ? (
            <Notice title={NO_CLAIMS.title} kind="fault">
              <p>{NO_CLAIMS.detail}</p>
            </Notice>
          ) : null}
          {dates === null ? null : (
            <Notice title={dates.title} kind="fault">
              <p>{dates.detail}</p>
            </Notice>
          )}
          <ProvidersBeforePricing
            npis={reading.npis}
            state={target.state}
            states={states}
            onState={(state) => change({ state })}
          />
          {isRemembered ? (
            <p role="status">
              The columns are set as you chose them for a file with the same headings.{" "}
              <button type="button" class="quiet" onClick={() => forgetColumns(target)}>
                Start over
              </button>
            </p>
          ) : null}
          {missing.length === 0 ? null : (
            <div role="alert" class="notice notice-fault">
              {withoutHeadings === null ? (
                missing.map((sentence) => (
                  <p key={sentence}>
                    {sentence} <a href={`#${IDS.columns}`}>Choose it in the list below.</a>
                  </p>
                ))
              ) : (
                <p>{withoutHeadings}</p>
              )}
              <OtherSheets table={table} onChoose={(sheet) => change({ sheet })} />
            </div>
          )}
          <ColumnQuestions
            questions={questions}
            table={table}
            draft={draft}
            isLocked={isOrdering}
            onAnswer={({ columns, ...more }) => change({ columns: { ...draft.columns, ...columns }, ...more })}
          />
          <ColumnsTable reading={reading} draft={draft} isLocked={isOrdering} onChange={change} />
          <FirstLines reading={reading} />
        </section>
      )}
      {reading === null || table === null ? null : (
        <section class="appears step" aria-labelledby="compare-title">
          <h2 id="compare-title">How to compare and add up</h2>
          <HowToCompare table={table} draft={draft} isLocked={isOrdering} onChange={change} />
          {isOrdering ? null : (
            <OrderButton
              reading={reading}
              open={open.length}
              name={draft.file?.name ?? ""}
              onOrder={() => order(target)}
            />
          )}
        </section>
      )}
      {isOrdering ? (
        <>
          <Progress
            what={sending.bytes < sending.total ? "Sending the file" : "Reading the file"}
            done={sending.bytes}
            total={sending.total}
            detail={`${sizeText(sending.bytes)} of ${sizeText(sending.total)}`}
          />
          <button type="button" onClick={withdraw}>
            Stop
          </button>
        </>
      ) : null}
      {draft.file === null ? <p class="hint">CSV, TSV, XLSX, or X12 (835, 837), {SIZE_LIMIT}.</p> : null}
      <YourFiles states={states} />
    </>
  );
}

/** The first sheet of a workbook may be a cover. */
function OtherSheets({ table, onChoose }: { readonly table: ShownTable; readonly onChoose: (sheet: string) => void }) {
  const others = otherSheets(table);
  if (others.length === 0) return null;
  return (
    <>
      <p>{`The sheet "${table.sheet ?? ""}" was read. If the claims are on another one, choose it:`}</p>
      {others.map((name) => (
        <button key={name} type="button" onClick={() => onChoose(name)}>
          {name}
        </button>
      ))}
    </>
  );
}

interface OrderButtonProps {
  readonly reading: FileReading;
  /** How many questions about the columns are open. */
  readonly open: number;
  readonly name: string;
  readonly onOrder: () => void;
}

/** The button, or what is still to be done before it; nothing for a file that cannot be priced. */
function OrderButton({ reading, open, name, onOrder }: OrderButtonProps) {
  if (open > 0)
    return (
      <p>
        <a href={`#${IDS.questions}`}>{countText(open, "question")} about the columns</a> {plural(open, "is", "are")}{" "}
        open.
      </p>
    );
  if (reading.problem !== null || isEmptyFile(reading)) return null;
  return (
    <button id={IDS.order} type="button" class="primary" onClick={onOrder}>
      Reprice {name}
    </button>
  );
}

/** Without lines there is nothing to price: the page says so above the columns. */
function isEmptyFile({ problem, lines }: FileReading): boolean {
  return problem === null && lines.length === 0;
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
  const chosen = draft.by ?? usualTotals(table);
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
          A variance up to this much is as expected: dollars such as 0.50, or a percentage such as 1%. Not entered:
          every cent counts.
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
        {draft.noChargeLimit || hasBilledColumn(table) ? null : (
          <p class="hint">
            This has no effect: no column is what was billed.{" "}
            <a href={`#${IDS.columns}`}>Choose it in the list above.</a>
          </p>
        )}
      </div>
      <fieldset id={IDS.by} class="totals-by">
        <legend class="label">Totals by</legend>
        {groupings.map((name) => box(name, labelOf(name)))}
        {others.length === 0 ? null : (
          <details open={others.some((name) => chosen.includes(name))}>
            <summary>Columns of the file</summary>
            <div class="boxes">{[...new Set(others)].map((name) => box(name, name))}</div>
          </details>
        )}
      </fieldset>
    </div>
  );
}
