import { countText, grouped, plural } from "../../core/text/plural.ts";
import type { OutputSheet } from "../../core/workbook/sheet-xml.ts";
import { type RunFacts, testDataWarning } from "./report.ts";
import { type TableColumn, tableSheet } from "./table-sheet.ts";

type MissingNpi = NonNullable<RunFacts["report"]["listed"]["npis"]>["unknown"][number];

/** The NPIs that are no provider of the state: why their lines have no price, and which other state has them. None where all are found. */
export function npisSheets(facts: RunFacts): readonly OutputSheet[] {
  const { state, report, statesOfNpis } = facts;
  const { npis } = report.listed;
  if (npis === null || npis.unknown.length === 0) return [];
  const found = [...(statesOfNpis?.values() ?? [])].flat();
  const elsewhere = [...Map.groupBy(found, ({ name }) => name)].map(
    ([name, { length }]) => ` ${grouped(length)} ${plural(length, "is a provider", "are providers")} of ${name}.`,
  );
  const isOne = npis.unknown.length === 1;
  const columns: readonly TableColumn<MissingNpi>[] = [
    { heading: "NPI", style: "text", of: ({ npi }) => npi },
    { heading: "Lines", style: "count", of: ({ lines }) => String(lines), isTotaled: true },
    ...(statesOfNpis == null
      ? []
      : [
          {
            heading: "Provider of",
            style: "text",
            of: ({ npi }: MissingNpi) => (statesOfNpis.get(npi) ?? []).map(({ name }) => name).join(", "),
          } as const,
        ]),
  ];
  return [
    tableSheet({
      name: "NPIs not found",
      note: `${grouped(npis.unknown.length)} of ${countText(npis.total, "NPI")} ${isOne ? "is" : "are"} not in the rates for ${state.name}.${elsewhere.join("")}`,
      columns,
      rows: npis.unknown,
      warning: testDataWarning(facts),
    }),
  ];
}
