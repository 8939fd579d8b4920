import { join } from "node:path";
import { beforeAll, expect, test, vi } from "vitest";
import * as folding from "../../src/core/text/folding.ts";
import type { State } from "../../src/pricing/state/state.ts";
import { buildRelease } from "../../src/release/build.ts";
import { openRelease } from "../../src/release/open.ts";
import { definition, temporaryFolder, testState, writeDataset } from "./test-state.ts";

vi.mock("../../src/core/text/folding.ts", { spy: true });

const ROW_COUNT = 3_000;

/** A registry of offices, and one hospital in their midst. */
function manyOffices(): string {
  const rows = Array.from({ length: ROW_COUNT }, (_, row) => {
    const kind = row === 1_234 ? "hospital" : "office";
    return `1${String(row).padStart(9, "0")},,,Office ${String(row).padStart(5, "0")},${kind},Town,90001`;
  });
  return ["npi,state_provider_id,alternate_npis,provider_name,kind,city,zip_code", ...rows, ""].join("\n");
}

async function builtWith(state: State): Promise<string> {
  const out = join(temporaryFolder(), "release.db");
  const dataset = writeDataset({ "zz/providers.csv": manyOffices(), "zz/hospital_rates.csv": null });
  expect(await buildRelease({ dataset, out, states: [state] })).toMatchObject({ ok: true });
  return out;
}

/** With the rules and the folding that there are. */
let file: string;

beforeAll(async () => {
  file = await builtWith(testState);
});

test("a rule that differs for the only row of a class is noticed among thousands", () => {
  const outpatient = (row: { kind: string }) => (row.kind === "hospital" ? "facility" : row.kind);
  const changed = { ...definition, classes: { ...definition.classes, outpatient } };
  expect(() => openRelease(file, [{ ...testState, providers: changed } as unknown as State])).toThrow(
    "which differs in classes of providers",
  );
  openRelease(file, [testState]).close();
});

test.each(["outpatient", "inpatient"] as const)(
  "so is one of %s classes, where the row stands between those that are spread",
  async (setting) => {
    const classOf = (row: { kind: string }) => (row.kind === "hospital" ? "H" : null);
    const compiledWith = {
      ...definition,
      classes: { outpatient: () => null, inpatient: () => null, [setting]: classOf },
    };
    const other = { ...compiledWith, classes: { ...compiledWith.classes, [setting]: () => null } };
    const compiled = await builtWith({ ...testState, providers: compiledWith } as unknown as State);
    expect(() => openRelease(compiled, [{ ...testState, providers: other } as unknown as State])).toThrow(
      "which differs in classes of providers",
    );
  },
);

test("what the rules made of providers is part of the content hash", async () => {
  const hashWith = async (outpatient: (row: { kind: string }) => string | null) => {
    const providers = { ...definition, classes: { ...definition.classes, outpatient } };
    const outcome = await buildRelease({
      dataset: writeDataset(),
      out: join(temporaryFolder(), "release.db"),
      states: [{ ...testState, providers } as unknown as State],
    });
    return outcome.ok ? outcome.description.contentHash : outcome.faults;
  };
  expect(await hashWith(({ kind }) => kind)).toBe(await hashWith(({ kind }) => kind));
  expect(await hashWith(({ kind }) => kind)).not.toBe(await hashWith(() => "one for all"));
});

test.each<[what: string, before: (text: string) => string]>([
  ["a letter", (text) => text.replace("ø", "o")],
  ["a letter of another alphabet", (text) => text.replace("Ж", "ZH")],
  ["a run of spaces", (text) => text.replace("  ", "X")],
  ["a space at the end", (text) => text.replace(/ $/, "X")],
  ["a run of marks", (text) => text.replace("\u0301\u0323", "X")],
])("a release whose names were folded otherwise is refused, even where none of its names has %s", async (_, before) => {
  const { foldName } = await vi.importActual<typeof folding>("../../src/core/text/folding.ts");
  vi.mocked(folding.foldName).mockImplementation((text) => foldName(before(text)));
  expect(() => openRelease(file, [testState])).toThrow("which differs in folding of names");
  vi.mocked(folding.foldName).mockImplementation(foldName);
  openRelease(file, [testState]).close();
});
