/** What the headers of an answer say against its prices, in words. */
export function headerWarnings({ stale, empty }: { readonly stale: string | null; readonly empty: string | null }) {
  const warnings: string[] = [];
  if (empty !== null) {
    warnings.push(
      `Some prices looked into tables that have no rows in the loaded data, as if the state published nothing there: ${empty}.`,
    );
  }
  if (stale !== null) {
    warnings.push(
      `Some prices are made of old editions, which newer ones may have changed (table and edition): ${stale}. The tool \`coverage\` tells their age.`,
    );
  }
  return warnings;
}
