import { afterAll, beforeAll, expect, it } from "vitest";
import { ReleaseSlot } from "../../../src/serve/operations/release-slot.ts";
import { states } from "../../../src/states/index.ts";
import { H1, workedExampleRows } from "../../states/ca/worked-example-rows.ts";
import { type CompiledDataset, compiledDataset } from "../../support/compiled-dataset.ts";
import { writeDataset } from "../../support/release.ts";
import { temporaryFolder } from "../operations/support/running-server.ts";
import { ask } from "./support/ask.ts";
import { bearer, fakeService, TOKENS } from "./support/fake-app.ts";

const TABLE = "ca/outpatient_rates";
const SOURCES = [
  { table: TABLE, importer: "ca/medicine", publication: "Medicine", edition: "2023-03-15" },
  { table: TABLE, importer: "ca/imaging", publication: "Imaging", edition: "2023-01-01" },
  { table: TABLE, importer: "ca/imaging", publication: "Imaging", edition: "2026-01-15" },
];

/** The lines of 99213 (Medicine), 77280 and 71045; what stands in others was written by hand. */
const ORIGINS = [
  "line,publication,edition,place",
  "2,ca/medicine,2023-03-15,line 2",
  "5,ca/imaging,2026-01-15,line 2",
  "10,ca/imaging,2023-01-01,line 3",
  "",
].join("\n");

const folder = temporaryFolder();
let compiled: CompiledDataset;
const releases = new ReleaseSlot();

beforeAll(async () => {
  const manifest = JSON.stringify({ name: "test", version: "1", sources: SOURCES });
  const files = { ...workedExampleRows, "dataset.json": manifest, [`origins/${TABLE}.csv`]: ORIGINS };
  compiled = await compiledDataset(writeDataset(folder.path, files));
  releases.put(compiled.open());
});

afterAll(() => {
  compiled.discard();
  folder.remove();
});

async function staleOf(path: string): Promise<string | undefined> {
  const { app } = fakeService({
    states,
    releases,
    keys: { authenticate: () => KEY, keyWithId: () => null, isLost: false },
  });
  const answer = await ask(app, { url: `/api/v1/ca/outpatient/rate${path}`, headers: bearer(TOKENS.all) });
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toContain('"payment_rate":"');
  return answer.headers["ratebook-stale"] as string | undefined;
}

const KEY = {
  id: "id",
  name: "id",
  states: ["ca"],
  lastFour: "0000",
  createdAt: "2026-01-01T00:00:00Z",
  expiresAt: null,
  revokedAt: null,
  lookupsPerMinute: 0,
};

const price = (code: string, day: string) => staleOf(`?npi=${H1}&billing_code=${code}&date_of_service=${day}`);

it("a price is stale by the publication that its row is from, whatever else feeds the table", async () => {
  expect(await price("99213", "2026-03-01")).toBe("ca/outpatient_rates 2023-03-15");
  expect(await price("77280", "2026-03-01")).toBeUndefined();
  expect(await price("71045", "2026-03-01")).toBeUndefined();
});

it("a row that a later edition brought is not, on days before that edition", async () => {
  expect(await price("77280", "2025-10-01")).toBeUndefined();
  expect(await price("71045", "2025-10-01")).toBe("ca/outpatient_rates 2023-01-01");
  expect(await price("77280", "2027-07-16")).toBe("ca/outpatient_rates 2026-01-15");
});

it("a row that was written by hand among imported ones is never", async () => {
  expect(await price("E0110", "2027-07-16")).toBeUndefined();
});

it("a comparison names the tables of all its prices, with the oldest edition", async () => {
  const compare = (codes: string, day: string) =>
    staleOf(`/compare?npi=${H1}&billing_codes=${codes}&date_of_service=${day}`);
  expect(await compare("77280,E0110", "2025-10-01")).toBeUndefined();
  expect(await compare("77280,99213", "2025-10-01")).toBe("ca/outpatient_rates 2023-03-15");
  expect(await compare("99213,77280,71045", "2025-10-01")).toBe("ca/outpatient_rates 2023-01-01");
});

it("options name those of the lookup as it was sent", async () => {
  const options = (code: string) => staleOf(`/options?npi=${H1}&billing_code=${code}`);
  expect(await options("99213")).toBe("ca/outpatient_rates 2023-03-15");
  expect(await options("77280")).toBeUndefined();
});

it("a history names those of its periods", async () => {
  const history = (code: string) => staleOf(`/history?npi=${H1}&billing_code=${code}`);
  // The one period with a price is told for its first day, 2025-07-01.
  expect(await history("99213")).toBe("ca/outpatient_rates 2023-03-15");
  expect(await history("77280")).toBeUndefined();
  expect(await history("E0110")).toBeUndefined();
});
