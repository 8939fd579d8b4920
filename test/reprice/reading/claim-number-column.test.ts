import { expect, it } from "vitest";
import { lookupOf, type State } from "../../../src/pricing/state/state.ts";
import { claimNumberColumn } from "../../../src/reprice/reading/claim-number-column.ts";
import { readColumns } from "../../../src/reprice/reading/input-columns.ts";
import { states } from "../../../src/states/index.ts";

const lookup = lookupOf(states[0] as State, "outpatient");

function headingOf(...headings: readonly string[]): string | null {
  const names = ["NPI", "CPT", "DOS", "Paid", ...headings];
  const read = readColumns({ names, lookup, decided: new Map(), compare: null, passThrough: [] });
  if (!read.ok) throw new Error("the columns were refused");
  const place = claimNumberColumn(names, read.columns);
  return place === null ? null : (names[place] as string);
}

it.each([
  ...["Claim Number", "Claim No.", "CLM_NUM", "Claim #", "ClaimID", "Clm Nbr", "Claim Control Number", "Clm Ctrl No"],
  ...["ICN", "Payer ICN", "TCN", "DCN", "Internal Control Number", "Claim", "PCN", "Patient Control Number"],
  ...["Pt Acct #", "Account", "Acct No", "Encounter ID", "Invoice Number"],
])("%j is the number of a claim", (heading) => {
  expect(headingOf(heading)).toBe(heading);
});

it.each([
  ...["CCN", "Provider CCN", "Account Balance", "Account Name", "Account Class", "Account Manager", "Encounter Class"],
  ...["Invoice Month", "Batch ICN", "Original ICN", "Claim Version Number", "Claim Id Qualifier"],
  ...["Claim Number Suffix", "Rx PCN", "Claim Line Number", "Claim Type", "Claim Status", "Number of Claims"],
])("%j is none: lines that have nothing in common would be taken for one claim", (heading) => {
  expect(headingOf(heading)).toBeNull();
});

it("The surest heading is taken, wherever it stands", () => {
  expect(headingOf("CCN", "Invoice Month", "Account", "Claim", "ICN")).toBe("ICN");
  expect(headingOf("Account", "ICN", "Claim No")).toBe("Claim No");
  expect(headingOf("Account", "Claim")).toBe("Claim");
});
