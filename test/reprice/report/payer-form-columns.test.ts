import { expect, it } from "vitest";
import { lookupOf, type State } from "../../../src/pricing/state/state.ts";
import { readColumns } from "../../../src/reprice/reading/input-columns.ts";
import { payerFormColumns } from "../../../src/reprice/report/payer-form-columns.ts";
import { states } from "../../../src/states/index.ts";

it("are those of the claim line: nothing about the patient, and no column that is only kept", () => {
  const ofClaim = ["Claim ID", "payer_claim", "NPI", "CPT", "Modifier 1", "Modifier 2", "DOS", "Qty"];
  const amounts = ["Charges", "Allowed Amount", "Paid"];
  const others = ["reference_id", "Patient Name", "MRN", "DOB", "child_patient", "family_planning_primary_dx", "Payer"];
  const names = [...others, ...ofClaim, ...amounts];
  const lookup = lookupOf(states[0] as State, "outpatient");
  const read = readColumns({ names, lookup, decided: new Map(), compare: null, passThrough: [] });
  if (!read.ok) throw new Error(read.faults.join("\n"));
  expect(payerFormColumns(names, read.columns).map((place) => names[place])).toEqual([...ofClaim, ...amounts]);
});

it("have the days, the DRG, the severity and the charges of a stay", () => {
  const names = ["NPI", "DRG", "SOI", "Admit Date", "Discharge Date", "Total Charges", "Age"];
  const lookup = lookupOf(states[0] as State, "inpatient");
  const read = readColumns({ names, lookup, decided: new Map(), compare: null, passThrough: [] });
  if (!read.ok) throw new Error(read.faults.join("\n"));
  expect(payerFormColumns(names, read.columns).map((place) => names[place])).toEqual(names.slice(0, -1));
});
