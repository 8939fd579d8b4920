import { countText, grouped, plural } from "../../core/text/plural.ts";
import type { OutputSheet } from "../../core/workbook/sheet-xml.ts";
import { MISSING_MAX } from "./listed-lines.ts";
import { type RunFacts, testDataWarning } from "./report.ts";
import { type TableColumn, tableSheet } from "./table-sheet.ts";

type MissingNpi = NonNullable<RunFacts["report"]["listed"]["npis"]>["unknown"][number];

/** The NPIs that are no provider of the state: why their lines have no price, and which other state has them. None where all are found. */
export function npisSheets(facts: RunFacts): readonly OutputSheet[] {
  const { state, report, statesOfNpis } = facts;
  const { npis } = report.listed;
  if (npis === null || npis.unknown.length === 0) return [];
  const found = [...(statesOfNpis?.values() ?? [])].flat();
  const ofListed = npis.unknown.length > MISSING_MAX ? `Of the ${MISSING_MAX} with the most lines, ` : "";
  const elsewhere = [...Map.groupBy(found, ({ name }) => name)].map(
    ([name, { length }]) =>
      ` ${ofListed}${grouped(length)} ${plural(length, "is a provider", "are providers")} of ${name}.`,
  );
  const asked = new Set(npis.unknown.slice(0, MISSING_MAX));
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
            of: (each: MissingNpi) =>
              asked.has(each) ? (statesOfNpis.get(each.npi) ?? []).map(({ name }) => name).join(", ") : "not looked up",
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
