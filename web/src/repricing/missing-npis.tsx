import { countText, plural } from "../../../src/core/text/plural.ts";
import type { CatalogueState } from "../api/ready.ts";
import { DataTable, type TableColumn } from "../parts/data-table.tsx";
import { listText } from "../words/names.ts";
import type { Job, RepricingSummary } from "./use-job.ts";

type NpisOfFile = NonNullable<RepricingSummary["npis"]>;
type MissingNpi = NpisOfFile["missing"][number];

interface MissingNpisProps {
  readonly job: Job;
  readonly summary: RepricingSummary;
  readonly states: readonly CatalogueState[];
}

export const MISSING_NPIS = "missing-npis";

/** The NPIs that the rates do not have, and the states that have them: one file often has claims of several states. */
export function MissingNpis({ job, summary: { npis }, states }: MissingNpisProps) {
  if (npis === undefined || npis.missing.length === 0) return null;
  const nameOf = (code: string) => states.find((state) => state.code === code)?.name ?? code;
  const missing = npis.total - npis.found;
  return (
    <section class="step" id={MISSING_NPIS} aria-labelledby="missing-npis-title">
      <h2 id="missing-npis-title">NPIs that were not found</h2>
      <p>{missingWords(npis, nameOf(job.state ?? ""), nameOf)}</p>
      <details open={npis.missing.length <= 10}>
        <summary>
          {missing > npis.missing.length ? `The ${npis.missing.length} with the most lines` : countText(missing, "NPI")}
        </summary>
        <DataTable
          caption="List of the NPIs that were not found"
          columns={columnsOf(npis, nameOf)}
          rows={npis.missing}
        />
      </details>
    </section>
  );
}

/** "5 of 7 NPIs are not in the rates for California. 2 are providers of Florida: reprice their lines under Florida." */
export function missingWords(
  { total, found, elsewhere, missing }: NpisOfFile,
  state: string,
  nameOf: (code: string) => string,
): string {
  const count = total - found;
  const others = elsewhere.map((each) => {
    const are = plural(each.found, "is a provider", "are providers");
    return `${each.found.toLocaleString("en-US")} ${are} of ${nameOf(each.state)}`;
  });
  const theirLines = plural(
    elsewhere.reduce((npis, each) => npis + each.found, 0),
    "its lines",
    "their lines",
  );
  const where =
    others.length === 0
      ? ""
      : ` ${count > missing.length ? `Of the ${missing.length} with the most lines, ` : ""}${listText(others)}: reprice ${theirLines} under ${listText(elsewhere.map((each) => nameOf(each.state)))}.`;
  const more = count > missing.length ? " The workbook lists all of them." : "";
  return `${count.toLocaleString("en-US")} of ${countText(total, "NPI")} ${plural(count, "is", "are")} not in the rates for ${state}.${where}${more}`;
}

function columnsOf({ elsewhere }: NpisOfFile, nameOf: (code: string) => string): readonly TableColumn<MissingNpi>[] {
  const providerOf = ({ states }: MissingNpi) => listText(states.map(nameOf));
  return [
    { title: "NPI", value: ({ npi }) => npi, cell: ({ npi }) => <span class="code">{npi}</span> },
    { title: "Lines", value: ({ lines }) => lines, cell: ({ lines }) => lines.toLocaleString("en-US"), isFigure: true },
    ...(elsewhere.length === 0 ? [] : [{ title: "Provider of", value: providerOf, cell: providerOf }]),
  ];
}
