import { useEffect, useRef } from "preact/hooks";
import type { CatalogueState } from "../api/catalogue.ts";
import type { Problem } from "../api/problem.ts";
import { ProblemNotice } from "../parts/notice.tsx";
import { ChooseFile } from "./choose-file.tsx";
import { ColumnsTable } from "./columns-table.tsx";
import { controlOf, IDS } from "./controls.ts";
import { type Draft, lookupOf } from "./draft.ts";
import { FirstLines } from "./first-lines.tsx";
import { HowToCompare } from "./how-to-compare.tsx";
import { useLeaveWarning } from "./leave-warning.ts";
import { choose, lookSoon, order, useOrderState, withdraw } from "./order-state.ts";
import { Progress } from "./progress.tsx";
import { SIZE_LIMIT, sizeText } from "./size.ts";

/** The file, how it would be read, and only then "Reprice". */
export function OrderView({ states }: { readonly states: readonly CatalogueState[] }) {
  const { draft, reading, sending, refusal } = useOrderState();
  const chosen = lookupOf(draft, states);
  const target = chosen === null ? null : { state: chosen.state.code, setting: chosen.setting.setting };
  const found = useRef<HTMLHeadingElement>(null);
  const isOrdering = sending?.what === "order";
  useLeaveWarning(sending !== null);

  // Also when the view comes back to a file that nobody has looked at yet.
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
