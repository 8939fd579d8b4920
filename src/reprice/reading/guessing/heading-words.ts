/** How systems that hold claims shorten the words of their headings. */
const SHORTENED: Readonly<Record<string, readonly string[]>> = {
  service: ["svc", "srvc", "svcs", "services", "expns", "expense"],
  procedure: ["proc", "prcdr", "px", "procedures"],
  code: ["cd", "codes"],
  date: ["dt", "dates", "day"],
  month: ["mth", "months"],
  from: ["frm", "bgn", "begin", "beg", "beginning", "start", "first", "1st"],
  end: ["to", "thru", "through", "last", "ending", "stop"],
  amount: ["amt", "amts", "amounts", "dollars"],
  paid: ["pd", "pmt", "pymt", "payment", "payments", "reimbursed", "reimbursement"],
  quantity: ["qty", "unit", "units"],
  count: ["cnt"],
  actual: ["actl"],
  charge: ["chrg", "chg", "chgs", "charges", "billed", "sbmtd", "submitted"],
  allowed: ["alowd", "allow", "allowable", "alwd"],
  provider: ["prvdr", "prov", "physn", "physician", "practitioner", "doctor", "clinician"],
  rendering: ["rend", "rndrng", "prf", "performing", "servicing"],
  billing: ["blg", "payto"],
  facility: ["hospital", "org", "organization", "fac"],
  medicaid: ["mdcd", "mcd", "mcaid"],
  medicare: ["mdcr", "mcr", "mcare"],
  insurance: ["ins", "insurer"],
  total: ["tot", "ttl"],
  line: ["ln", "lines"],
  detail: ["dtl", "details"],
  claim: ["clm"],
  place: ["plc", "pos"],
  admission: ["admit", "admsn", "adm", "admitted"],
  discharge: ["dschrg", "disch", "dsch", "discharged"],
  birth: ["dob", "bth", "birthdate"],
  patient: ["pt", "member", "mbr", "bene", "beneficiary", "recipient", "subscriber", "enrollee"],
  diagnosis: ["dx", "diag", "dgns", "icd", "icd10"],
  revenue: ["rev"],
  number: ["num", "nbr", "no", "nr"],
  referring: ["rfrg", "rfr", "referred", "referral"],
  ordering: ["ordrg", "ordered"],
  attending: ["attd", "attndg"],
  transaction: ["trans", "txn", "posted", "posting", "post", "entry", "entered", "created", "received"],
  claims: ["clms"],
};

/** Headings of one word that stand for several. */
const TOGETHER: Readonly<Record<string, readonly string[]>> = {
  dos: ["service", "date"],
  fdos: ["service", "date", "from"],
  tdos: ["service", "date", "end"],
};

const FULL = new Map(Object.entries(SHORTENED).flatMap(([word, all]) => all.map((each) => [each, word] as const)));

/** The words of a heading in full: `LINE_SRVC_BGN_DT` has line, service, from and date. */
export function wordsIn(heading: string): ReadonlySet<string> {
  const parts = heading
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== "");
  return new Set(parts.flatMap((part) => TOGETHER[part] ?? [FULL.get(part) ?? part]));
}
