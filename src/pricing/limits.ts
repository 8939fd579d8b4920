/** What every price leaves out, wherever a price is explained or compared with a payment; `docs/limits.md` has all of it. */
export const LIMITS: readonly string[] = [
  "A line is priced by itself at the published rate: multiple procedures, packaging, other payers, patient shares and payment modifiers that the state's page does not price are left out.",
  "The page docs/limits.md lists, state by state, what Ratebook does not do and where the contract differs from a publication.",
];
