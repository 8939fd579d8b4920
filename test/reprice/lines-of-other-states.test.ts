import { describe, expect, it } from "vitest";
import { lookupOf } from "../../src/pricing/state/state.ts";
import { rolesOf } from "../../src/reprice/reading/recognised-columns.ts";
import { states } from "../../src/states/index.ts";
import { sampleClaims } from "./support/sample-claims.ts";

/* 99213 of 1000700140 is $24.00 in California. Files of a billing company have lines of several states. */

const { reprice, summarise, look } = sampleClaims();

const csvOf = (heading: string, ...cells: readonly string[]) =>
  `${[`NPI,CPT,DOS,Paid,${heading}`, ...cells.map((cell) => `1000700140,99213,2026-10-01,20.00,${cell}`)].join("\n")}\n`;

describe("Lines of another state", () => {
  const csv = csvOf("Payer State", "CA", "FL", "florida", "California", " ca ", "New  York", "tx");

  it("are rejected with their state, and nothing of them is priced or compared", async () => {
    const done = await reprice(csv);
    expect(done.results.map(({ "Payer State": of }) => of)).toEqual(["CA", "California", " ca "]);
    expect(
      done.faults.map(({ fault_line, fault_columns, fault_reasons }) => [fault_line, fault_columns, fault_reasons]),
    ).toEqual([
      ["3", "Payer State", "Payer State says that the line is of Florida. Reprice it for that state."],
      ["4", "Payer State", "Payer State says that the line is of Florida. Reprice it for that state."],
      ["7", "Payer State", "Payer State says that the line is of New York. Reprice it for that state."],
      ["8", "Payer State", "Payer State says that the line is of Texas. Reprice it for that state."],
    ]);
    expect(done.outcome).toMatchObject({
      tally: { lookups: 7, faulty: 4, compared: 3, totalPaid: "60.00", paidOnRejected: "80.00" },
    });
  });

  it("take no money of this state back", async () => {
    const of = (paid: string, payer: string) => `A,1000700140,99213,2026-10-01,${paid},${payer}`;
    const lines = ["Claim No,NPI,CPT,DOS,Paid,Payer State", of("20.00", "CA"), of("-20.00", "FL"), ""];
    const { summary } = await summarise(lines.join("\n"));
    expect(summary.underpaid_with_takebacks).toMatchObject({ lines: 0 });
  });

  it("are counted by state in the summary, in words too", async () => {
    const { summary } = await summarise(csv);
    expect(summary).toMatchObject({ lookups: 7, faulty: 4, underpaid: { lines: 3, amount: "12.00" } });
    expect(summary.other_states).toEqual([
      { state: "fl", lines: 2, in_words: "2 lines are of Florida: reprice them for Florida (fl)." },
      { state: "ny", lines: 1, in_words: "1 line is of New York: reprice it for New York (ny)." },
      { state: "tx", lines: 1, in_words: "1 line is of Texas, and these rates have nothing of that state." },
    ]);
    expect((await summarise(csvOf("Payer State", "CA"))).summary.other_states).toEqual([]);
    expect((await summarise(csvOf("Note", "CA"))).summary).not.toHaveProperty("other_states");
  });

  it("have no other error, whatever else the other state has under these columns", async () => {
    const other = "NPI,CPT,DOS,Paid,Payer State\nnone,?,yesterday,much,FL\n";
    expect((await look(other)).lines.map(({ faults }) => faults.length)).toEqual([1]);
    const { summary, rejected } = await summarise(other);
    expect(summary).toMatchObject({ faulty: 1, doubtful: 0, other_states: [{ state: "fl", lines: 1 }] });
    expect(rejected).toContain("Payer State,Payer State says that the line is of Florida.");
  });
});

it("A line without its state, or with an unreadable one, is rejected: the price of this state would be a guess", async () => {
  const { summary, rejected } = await summarise(csvOf("Payer State", "CA", "", "N/A", "12", "Calif."));
  expect(summary).toMatchObject({ lookups: 5, faulty: 4, priced: 1, other_states: [] });
  expect(rejected).toContain("Payer State is empty. Enter the state that pays the line, such as CA.");
  expect(rejected).toContain('""Calif."" cannot be used. Enter a state, such as CA or California.');
});

it.each(["", "Calfornia"])("A line that is not owed is rejected too where its state is %j", async (cell) => {
  const of = (reason: string) => `1000700140,99213,2026-10-01,0.00,${cell},${reason}`;
  const denied = ["NPI,CPT,DOS,Paid,Payer State,not_owed", of("denied (CO-29)"), of("other_setting"), ""].join("\n");
  const done = await reprice(denied);
  expect(done.results).toEqual([]);
  expect(done.faults.map(({ fault_line, fault_columns }) => [fault_line, fault_columns])).toEqual([
    ["2", "Payer State"],
    ["3", "Payer State"],
  ]);
});

describe("A column of states", () => {
  it.each(["Payer State", "payer_state", "Payor State", "Medicaid State", "State Program"])(
    "that is called %s is the one that pays",
    async (heading) => {
      expect((await summarise(csvOf(heading, "CA", "FL"))).summary.other_states).toMatchObject([{ lines: 1 }]);
    },
  );

  it.each(["State", "state", "ST", "Provider State", "Facility State", "Service State", "STATE_CD"])(
    "that is called %s is a question before pricing, and a note: it can be the patient's",
    async (heading) => {
      const csv = csvOf(heading, "CA", "FL", "GA");
      expect((await look(csv)).table.questions).toEqual([
        { meaning: "payer_state", headings: [heading], needed: false },
      ]);
      const { summary, notes } = await summarise(csv);
      expect(summary).toMatchObject({ faulty: 0, priced: 3 });
      expect(notes.join("\n")).toContain(`"${heading}" may be the state that pays the line and is passed through.`);
      expect((await summarise(csv, [[heading, "payer_state"]])).summary.other_states).toMatchObject([
        { state: "fl", lines: 1 },
        { state: "ga", lines: 1 },
      ]);
      expect((await look(csv, [[heading, "payer_state"]])).lines[1]?.faults[0]).toContain("of Florida");
    },
  );

  it.each([
    ["Payer State", "Payer City"],
    ["PAYOR ST", "PAYOR ZIP"],
    ["State of payer", "Payer Address 1"],
  ])("that is called %s beside %s is that of an office, and a question", async (heading, other) => {
    const csv = csvOf(`${heading},${other}`, "CA,1", "TX,2");
    expect((await summarise(csv)).summary).toMatchObject({ faulty: 0, priced: 2 });
    expect((await look(csv)).table.questions).toEqual([{ meaning: "payer_state", headings: [heading], needed: false }]);
  });

  it.each(["payer_state", "Medicaid State"])(
    "that is called %s is the one that pays beside an address too",
    async (heading) => {
      const { summary } = await summarise(csvOf(`${heading},Payer City`, "CA,A", "TX,B"));
      expect(summary.other_states).toMatchObject([{ state: "tx" }]);
    },
  );

  it.each(["Patient State", "Billing State", "Member ST", "Mailing State", "License State", "Payer Status", "Note"])(
    "that is called %s is none that pays, and is not asked about",
    async (heading) => {
      expect((await look(csvOf(heading, "CA", "FL", "GA"))).table.questions).toEqual([]);
    },
  );

  it("that holds something else than states is not asked about", async () => {
    expect((await look(csvOf("State", "paid", "denied", "pending"))).table.questions).toEqual([]);
  });
});

it("Every setting of every state can have the column", () => {
  for (const each of states) {
    for (const setting of ["outpatient", "inpatient"] as const) {
      expect(rolesOf(lookupOf(each, setting))).toContain("payer_state");
    }
  }
});
