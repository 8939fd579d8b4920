/** The columns of the registry file that anybody reads, under their real headings, and some of the others. */
const HEADINGS = [
  "NPI",
  "Entity Type Code",
  "Replacement NPI",
  "Employer Identification Number (EIN)",
  "Provider Organization Name (Legal Business Name)",
  "Provider Last Name (Legal Name)",
  "Provider First Name",
  "Provider Middle Name",
  "Provider Name Prefix Text",
  "Provider Name Suffix Text",
  "Provider Credential Text",
  "Provider First Line Business Mailing Address",
  "Provider Business Mailing Address State Name",
  "Provider First Line Business Practice Location Address",
  "Provider Second Line Business Practice Location Address",
  "Provider Business Practice Location Address City Name",
  "Provider Business Practice Location Address State Name",
  "Provider Business Practice Location Address Postal Code",
  "NPI Deactivation Date",
  ...numbered(15, (number) => [
    `Healthcare Provider Taxonomy Code_${number}`,
    `Provider License Number_${number}`,
    `Healthcare Provider Primary Taxonomy Switch_${number}`,
  ]),
  ...numbered(50, (number) => [
    `Other Provider Identifier_${number}`,
    `Other Provider Identifier Type Code_${number}`,
    `Other Provider Identifier State_${number}`,
    `Other Provider Identifier Issuer_${number}`,
  ]),
  "Certification Date",
];

function numbered(count: number, of: (number: number) => string[]): string[] {
  return Array.from({ length: count }, (_, index) => of(index + 1)).flat();
}

/** A row of the registry: cells by heading, all others empty. */
export type RegistryRow = Readonly<Record<string, string>>;

/** A registry file as CMS writes it: every cell in quotes. */
export function registryFile(...rows: readonly RegistryRow[]): string {
  for (const heading of rows.flatMap(Object.keys)) {
    if (!HEADINGS.includes(heading)) throw new Error(`the registry has no column ${heading}`);
  }
  const lines = [HEADINGS, ...rows.map((row) => HEADINGS.map((heading) => row[heading] ?? ""))];
  return lines.map((cells) => `${cells.map((cell) => `"${cell}"`).join(",")}\n`).join("");
}

export function practice(state: string, city = "SPRINGFIELD", zip = "123450000"): RegistryRow {
  return {
    "Provider First Line Business Mailing Address": "PO BOX 1",
    "Provider Business Mailing Address State Name": "TX",
    "Provider First Line Business Practice Location Address": "10 MAIN ST",
    "Provider Business Practice Location Address City Name": city,
    "Provider Business Practice Location Address State Name": state,
    "Provider Business Practice Location Address Postal Code": zip,
  };
}

export function person(npi: string, last: string, first: string, more: RegistryRow = {}): RegistryRow {
  return {
    NPI: npi,
    "Entity Type Code": "1",
    "Provider Last Name (Legal Name)": last,
    "Provider First Name": first,
    ...more,
  };
}

export function organization(npi: string, name: string, more: RegistryRow = {}): RegistryRow {
  return {
    NPI: npi,
    "Entity Type Code": "2",
    "Employer Identification Number (EIN)": "<UNAVAIL>",
    "Provider Organization Name (Legal Business Name)": name,
    ...more,
  };
}

/** Taxonomies in order of their slots; the one marked `*` is primary, all others say `N`. */
export function taxonomies(...codes: readonly string[]): RegistryRow {
  return switched((code) => (code.endsWith("*") ? "Y" : "N"), codes);
}

/** Taxonomies of a registrant who never said which one is primary. */
export function unanswered(...codes: readonly string[]): RegistryRow {
  return switched(() => "X", codes);
}

function switched(answer: (code: string) => string, codes: readonly string[]): RegistryRow {
  const cells = codes.flatMap((code, index) => [
    [`Healthcare Provider Taxonomy Code_${index + 1}`, code.replace("*", "")],
    [`Healthcare Provider Primary Taxonomy Switch_${index + 1}`, answer(code)],
  ]);
  return Object.fromEntries(cells) as RegistryRow;
}

/** Other identifiers, each as `type state id`. */
export function identifiers(...texts: readonly string[]): RegistryRow {
  const cells = texts.flatMap((text, index) => {
    const [type = "", state = "", id = ""] = text.split(" ");
    return [
      [`Other Provider Identifier_${index + 1}`, id],
      [`Other Provider Identifier Type Code_${index + 1}`, type],
      [`Other Provider Identifier State_${index + 1}`, state],
    ];
  });
  return Object.fromEntries(cells) as RegistryRow;
}
