import type { Source } from "./description.ts";

/** Every state names its table of providers so. */
const PROVIDERS = /\/providers$/;

type Described = Pick<Source, "table"> & { readonly synthetic?: boolean };

/**
 * Which part of the data is made up, as one sentence for a band of test data; null where no source says so. It counts tables: a
 * table is made up when all of its sources are, and mixed when some are.
 */
export function madeUpText(sources: readonly Described[]): string | null {
  const byTable = Map.groupBy(
    sources.filter(({ table }) => table !== null),
    ({ table }) => table as string,
  );
  const whole = [...byTable].filter(([, ofTable]) => ofTable.every(isMadeUp)).map(([table]) => table);
  const mixed = [...byTable].filter(([, ofTable]) => ofTable.some(isMadeUp)).length - whole.length;
  if (whole.length + mixed === 0) return sources.some(isMadeUp) ? "Some figures are made up." : null;
  if (whole.length === byTable.size) return "All providers and all rates are made up.";
  const registries = [...byTable.keys()].filter((table) => PROVIDERS.test(table));
  const hasNoRealProvider = registries.length > 0 && registries.every((table) => whole.includes(table));
  const others = hasNoRealProvider ? whole.length - registries.length : whole.length;
  const wholeText = [
    ...(hasNoRealProvider ? ["all providers"] : []),
    ...(others === 0 ? [] : [tablesText(others)]),
  ].join(" and ");
  if (wholeText === "") return `${tablesText(mixed)} ${mixed === 1 ? "is" : "are"} made up in part.`;
  const isOne = others === 1 && !hasNoRealProvider;
  const text = `${wholeText} ${isOne ? "is" : "are"} made up${mixed === 0 ? "" : `, and ${mixed} more in part`}.`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function isMadeUp({ synthetic }: Described): boolean {
  return synthetic === true;
}

function tablesText(count: number): string {
  return `${count} ${count === 1 ? "table" : "tables"}`;
}
