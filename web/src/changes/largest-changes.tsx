import { useState } from "preact/hooks";
import type { CodesAnswer } from "../../../src/answers/codes.ts";
import type { ReleaseDiff } from "../../../src/diff/wire.ts";
import { API_PREFIX, CODES_PATH } from "../../../src/pricing/state/api-paths.ts";
import { addressText } from "../address.ts";
import type { CatalogueState } from "../api/ready.ts";
import { useAnswer } from "../api/use-answer.ts";
import { MODIFIER } from "../look-up/modifiers.ts";
import { Link } from "../parts/buttons.tsx";
import { useSeen } from "../parts/chart-frame.tsx";
import { periodText } from "../words/day.ts";
import { columnWords } from "../words/tables.ts";
import { lookUpAddress } from "./change-list.tsx";
import { useChangedProvider } from "./changed-provider.ts";
import { byFigure, changeKey, figureWithUnit, percentText, type ReleaseChange, SIGNS, signedWithUnit } from "./diff.ts";

type Group = ReleaseDiff["largest"][number];

interface LargestChangesProps {
  readonly largest: ReleaseDiff["largest"];
  readonly states: readonly CatalogueState[];
}

/** What leads: the figures that moved most, codes and dollars first. */
const TITLES: Readonly<Record<Group["group"], string>> = {
  codes: "Fees of codes, by dollars",
  rates: "Base rates and other amounts, by dollars",
  factors: "Weights, unit values and percentages, by percent",
};

/** The largest rises and cuts of each group; a group without any is left out. */
export function LargestChanges({ largest, states }: LargestChangesProps) {
  const filled = largest.filter(({ raised, cut }) => raised.length + cut.length > 0);
  if (filled.length === 0) return null;
  return (
    <section class="largest" aria-labelledby="largest-title">
      <h2 id="largest-title">Largest rises and cuts</h2>
      {filled.map(({ group, raised, cut }) => (
        <section key={group} aria-labelledby={`largest-${group}`}>
          <h3 id={`largest-${group}`}>{TITLES[group]}</h3>
          <div class="directions">
            <Moves title="Rises" of={TITLES[group]} changes={raised} states={states} />
            <Moves title="Cuts" of={TITLES[group]} changes={cut} states={states} />
          </div>
        </section>
      ))}
    </section>
  );
}

interface MovesProps {
  readonly title: string;
  readonly of: string;
  readonly changes: readonly ReleaseChange[];
  readonly states: readonly CatalogueState[];
}

/** More are shown on request. */
const SHOWN_FIRST = 5;

function Moves({ title, of, changes, states }: MovesProps) {
  const [isAll, setIsAll] = useState(false);
  if (changes.length === 0) return <p class="none">No {title.toLowerCase()}.</p>;
  const figures = byFigure(changes);
  const shown = isAll ? figures : figures.slice(0, SHOWN_FIRST);
  return (
    <div>
      <table>
        <caption>
          {title}
          <span class="unseen">: {of}</span>
        </caption>
        <thead class="unseen">
          <tr>
            <th scope="col">Rate</th>
            <th scope="col">Change</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((of) => (
            <Move key={JSON.stringify([of[0].table, of[0].key, of[0].figure])} of={of} states={states} />
          ))}
        </tbody>
      </table>
      {shown.length === figures.length ? null : (
        <button type="button" class="quiet" onClick={() => setIsAll(true)}>
          {figures.length - shown.length} more {title.toLowerCase()}
          <span class="unseen"> of {of}</span>
        </button>
      )}
    </div>
  );
}

/** HCPCS Level II codes have public descriptions. CPT descriptions are licensed, so no request is made for those. */
const LEVEL_TWO = /^[A-V][0-9]{4}$/;

interface DescriptionProps {
  readonly code: string;
  readonly table: string;
  readonly states: readonly CatalogueState[];
}

/** The description of a code. Its line is kept free until it is known, so that nothing moves. */
function Description({ code, table, states }: DescriptionProps) {
  const state = states.find((each) => table.startsWith(`${each.code}/`));
  const setting = state?.settings.find(({ parameters }) => parameters.some(({ name }) => name === MODIFIER));
  const path =
    state === undefined || setting === undefined
      ? null
      : addressText(`${API_PREFIX}/${state.code}${CODES_PATH}`, { setting: setting.setting, text: code, limit: "1" });
  const request = useAnswer<CodesAnswer>(path);
  const found = request.state === "answered" && request.answer.ok ? request.answer.body.codes : [];
  const text = found.find((each) => each.code === code)?.description ?? "";
  return (
    <span class="about description" title={text}>
      {text}
    </span>
  );
}

interface MoveProps {
  /** The changes of one figure, each on days of its own. */
  readonly of: readonly [ReleaseChange, ...ReleaseChange[]];
  readonly states: readonly CatalogueState[];
}

function Move({ of, states }: MoveProps) {
  const [change, ...others] = of;
  const { table, figure } = change;
  const { name, rest } = changeKey(change);
  const { place, isSeen } = useSeen<HTMLTableRowElement>();
  const provider = useChangedProvider(change, states, isSeen);
  const address = lookUpAddress(change, states);
  const about = [
    states.find(({ code }) => table.startsWith(`${code}/`))?.name ?? "",
    figure === null ? "" : columnWords(figure, table),
    others.length > 0 ? "" : effectiveText(change),
    // The provider's name heads the row, its identifiers follow. They are there while the name is coming, so that nothing moves.
    provider.name === null && !provider.isComing ? "" : name,
    rest,
  ];
  const heading = provider.name ?? name;
  return (
    <tr ref={place}>
      <th scope="row">
        {address === null ? heading : <Link to={address}>{heading}</Link>}
        {LEVEL_TWO.test(name) ? <Description code={name} table={table} states={states} /> : null}
        <span class="about">{about.filter((words) => words !== "").join(" \u00b7 ")}</span>
      </th>
      <td class="figure">
        {of.map((each) => (
          <Figures key={each.from} change={each} days={others.length > 0 ? effectiveText(each) : ""} />
        ))}
      </td>
    </tr>
  );
}

/** "effective Jul 1, 2026 to Sep 30, 2026" */
function effectiveText({ from, to }: ReleaseChange): string {
  return from === null ? "" : `effective ${periodText(from, to)}`;
}

/** `days`: where the figure changes on others too. */
function Figures({ change, days }: { readonly change: ReleaseChange; readonly days: string }) {
  const { kind, before, after, difference, percent, is_dollars: isDollars } = change;
  return (
    <p>
      <span class={`kind-${kind}`}>
        <span aria-hidden="true">{SIGNS[kind]} </span>
        {difference === null ? "" : signedWithUnit(difference, isDollars)}
        {percent === null ? "" : ` (${percentText(percent)})`}
      </span>
      <span class="about">
        {figureWithUnit(before, isDollars)} {"\u2192"} {figureWithUnit(after, isDollars)}
      </span>
      {days === "" ? null : <span class="about days">{days}</span>}
    </p>
  );
}
