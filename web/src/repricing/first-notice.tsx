import type { CatalogueState } from "../api/ready.ts";
import { Notice } from "../parts/notice.tsx";
import { countText, listText } from "../words/names.ts";
import type { Job, RepricingSummary } from "./use-job.ts";

export interface FirstNotice {
  readonly title: string;
  readonly detail: string;
}

/** What a reader has to know before any figure: no claims, no known provider, or no price at all. Null where the figures can stand. */
export function firstNotice(
  { lookups, priced, npis }: Pick<RepricingSummary, "lookups" | "priced" | "npis">,
  state: string,
  nameOf: (code: string) => string,
): FirstNotice | null {
  if (lookups === 0)
    return { title: "There are no claims in this file.", detail: "It has headings and no lines below them." };
  if (npis !== undefined && npis.found * 2 < npis.total) {
    const { total, found, elsewhere } = npis;
    const [first] = elsewhere;
    const others = listText(
      elsewhere.map((each) => `${each.found.toLocaleString("en-US")} under ${nameOf(each.state)}`),
    );
    const would = elsewhere.length === 0 ? "" : `; ${others.replace(/ under/, " would be found under")}`;
    return {
      title:
        found === 0
          ? `${total === 1 ? "The NPI of this file is not" : `None of the ${total.toLocaleString("en-US")} NPIs is`} in the rates for ${state}${would}.`
          : `Only ${found.toLocaleString("en-US")} of the ${countText(total, "NPI")} ${found === 1 ? "is" : "are"} in the rates for ${state}${would}.`,
      detail:
        first === undefined
          ? "Check which column is the NPI, or load a provider list that has these providers."
          : `If the claims are for ${nameOf(first.state)}, choose that state and reprice the file again.`,
    };
  }
  if (priced > 0) return null;
  return { title: "No line of this file has a price.", detail: "The reasons are below, with what to add or check." };
}

interface FirstNoticeViewProps {
  readonly job: Job;
  readonly summary: RepricingSummary;
  readonly states: readonly CatalogueState[];
}

export function FirstNoticeView({ job, summary, states }: FirstNoticeViewProps) {
  const nameOf = (code: string) => states.find((state) => state.code === code)?.name ?? code;
  const notice = firstNotice(summary, nameOf(job.state ?? ""), nameOf);
  if (notice === null) return null;
  return (
    <Notice title={notice.title} kind="fault">
      <p>{notice.detail}</p>
    </Notice>
  );
}
