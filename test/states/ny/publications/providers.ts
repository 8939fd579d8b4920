/** Invented providers in a dataset, for publications that look them up. */
export function providersFile(...rows: readonly string[]): Readonly<Record<string, string>> {
  const header = "npi,state_provider_id,opcert,provider_name,provider_type,city,zip_code";
  return { "ny/providers.csv": `${[header, ...rows].join("\n")}\n` };
}
