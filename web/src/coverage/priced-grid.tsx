import { useMemo } from "preact/hooks";
import type { ProviderKindCoverage, StateCoverage } from "../../../src/answers/coverage/schema.ts";
import { dayText } from "../../../src/core/calendar/day.ts";
import { DataTable, type TableColumn } from "../parts/data-table.tsx";
import { labelOf } from "../words/names.ts";
import { missingText, newestText, pricedFrom } from "./words.ts";

interface PricedGridProps {
  readonly states: readonly StateCoverage[];
  readonly date: string;
  /** How old a publication may be; null: as old as it is. */
  readonly staleAfterMonths: number | null;
  /** The heading that the section of a state has. */
  readonly sectionOf: (state: StateCoverage) => string;
}

/** A kind of provider of a state. */
interface Kind {
  readonly state: StateCoverage;
  readonly kind: ProviderKindCoverage;
}

/** Whether each kind of provider can be priced on the day, and from what: the question that people come with. */
export function PricedGrid({ states, date, staleAfterMonths, sectionOf }: PricedGridProps) {
  const columns = useMemo(() => columnsOf(staleAfterMonths, sectionOf), [staleAfterMonths, sectionOf]);
  const kinds = states.flatMap((state) => state.provider_kinds.map((kind): Kind => ({ state, kind })));
  return (
    <div class="priced-grid">
      <DataTable caption={`Provider types on ${dayText(date)}`} columns={columns} rows={kinds} areCards />
    </div>
  );
}

function columnsOf(
  staleAfterMonths: number | null,
  sectionOf: PricedGridProps["sectionOf"],
): readonly TableColumn<Kind>[] {
  return [
    {
      title: "State",
      cell: ({ state }) => <a href={`#${sectionOf(state)}`}>{state.name}</a>,
      value: ({ state }) => state.name,
    },
    {
      title: "Setting",
      cell: ({ kind }) => labelOf(kind.setting),
      value: ({ kind }) => kind.setting,
    },
    { title: "Provider type", cell: ({ kind }) => kind.providers, value: ({ kind }) => kind.providers },
    {
      title: "Can be priced",
      cell: ({ kind }) => <PricedCell kind={kind} />,
      value: ({ kind }) =>
        kind.priced ? (kind.synthetic === "all" ? "yes, with made-up rates" : "yes") : `no: ${missingText(kind)}`,
    },
    {
      title: "Newest publication",
      cell: ({ kind }) => <span class={isOld(kind, staleAfterMonths) ? "amber" : undefined}>{newestText(kind)}</span>,
      value: ({ kind }) => kind.newest_edition,
    },
    {
      title: "Rates on this day",
      cell: ({ kind }) => <span class={kind.synthetic === "none" ? undefined : "amber"}>{pricedFrom(kind)}</span>,
      value: ({ kind }) => pricedFrom(kind),
    },
  ];
}

function isOld({ age_months }: ProviderKindCoverage, staleAfterMonths: number | null): boolean {
  return age_months !== null && staleAfterMonths !== null && age_months >= staleAfterMonths;
}

function PricedCell({ kind }: { readonly kind: ProviderKindCoverage }) {
  if (kind.priced && kind.synthetic === "all") return <strong class="amber">{"\u2713"} Yes, with made-up rates</strong>;
  if (kind.priced) return <strong class="yes">{"\u2713"} Yes</strong>;
  return (
    <>
      <strong class="amber">{"\u2715"} No</strong>: <span class="reason">{missingText(kind)}</span>
    </>
  );
}
