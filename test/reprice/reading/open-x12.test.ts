import { readdirSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { openClaims } from "../../../src/reprice/reading/open-claims.ts";
import { outpatient as lookup } from "../../../src/states/ca/outpatient/lookup.ts";
import { zip } from "../../imports/fixtures.ts";
import { temporaryFolder } from "../../serve/operations/support/running-server.ts";
import { declaringZip } from "../x12/support/declaring-zip.ts";
import { EXAMPLE_CLAIMS, EXAMPLE_REMITTANCE } from "../x12/support/example-remittance.ts";
import { remittance } from "../x12/support/generator.ts";
import { batches } from "../x12/support/made-claims.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

const STOCK = { codes: ["99213"], npis: ["1000700140"], modifiers: ["25"], isInpatient: false };
const PAYMENT = batches(STOCK, 200, 3).flat();
/** Of several pieces as files are read, and so is its ZIP. */
const MADE = remittance([PAYMENT, PAYMENT]);
const MADE_ZIP = zip({ "1.835": MADE });
/** A table of 2.7 MB, more than the 2 MB of a window: who reads the first rows leaves the writer waiting. */
const LONG = remittance(Array.from({ length: 24 }, () => PAYMENT));
const TABLE = "npi,billing_code,date_of_service\n1000700140,99213,2026-10-01\n";

/** The files of the folder that this process has open. */
function openFiles(): readonly string[] {
  return readdirSync("/proc/self/fd").flatMap((descriptor) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${descriptor}`);
      return path.startsWith(folder.path) ? [path] : [];
    } catch {
      return [];
    }
  });
}

async function open(file: string | Buffer, claims: string | Buffer | null, sheet: string | null) {
  const path = join(folder.path, "remit");
  writeFileSync(path, file);
  const second = claims === null ? null : { path: join(folder.path, "claims"), name: "batch.837" };
  if (second !== null) writeFileSync(second.path, claims as string);
  return await openClaims({ path, name: "remit.835", sheet, sheetOption: "--sheet", lookup, claims: second }, () => 1);
}

it.runIf(process.platform === "linux").each<[string, string | Buffer, string | Buffer | null]>([
  ["a file", EXAMPLE_REMITTANCE, null],
  ["a file with its claims", EXAMPLE_REMITTANCE, EXAMPLE_CLAIMS],
  ["ZIPs of both", zip({ "1.835": EXAMPLE_REMITTANCE }), zip({ "1.837": EXAMPLE_CLAIMS })],
  ["a file in UTF-16", Buffer.from(EXAMPLE_REMITTANCE, "utf16le"), null],
  [
    "a ZIP of UTF-8 and UTF-16",
    zip({ "1.835": EXAMPLE_REMITTANCE, "2.835": Buffer.from(`\ufeff${EXAMPLE_REMITTANCE}`, "utf16le") }),
    zip({ "1.837": Buffer.from(EXAMPLE_CLAIMS, "utf16le") }),
  ],
  ["a long file", LONG, null],
  ["a long file in a ZIP", zip({ "1.835": LONG }), null],
])("%s is closed when its reader stops after the headings", async (_, file, claims) => {
  const { input, header } = await open(file, claims, null);
  expect(header.names).toContain("not_owed");
  await input.close();
  await expect.poll(openFiles).toEqual([]);
});

it.runIf(process.platform === "linux").each<[string, string | Buffer, string | Buffer | null, string | null, RegExp]>([
  ["a file that is cut off", MADE.slice(0, -30), null, null, /^remit\.835: the file is cut off/],
  ["a ZIP of one that is cut off", zip({ "1.835": MADE.slice(0, -30) }), null, null, /cut off/],
  [
    "a ZIP with a table in it",
    zip({ "1.835": EXAMPLE_REMITTANCE, "2.csv": TABLE }),
    null,
    null,
    /X12 files and others, such as "2.csv"/,
  ],
  [
    "a ZIP of both kinds",
    zip({ "1.835": EXAMPLE_REMITTANCE, "1.837": EXAMPLE_CLAIMS }),
    null,
    null,
    /one kind at a time/,
  ],
  ["a sheet of it", zip({ "1.835": EXAMPLE_REMITTANCE }), null, "2", /--sheet chooses a sheet/],
  ["a table as claims", zip({ "1.835": EXAMPLE_REMITTANCE }), TABLE, null, /^batch\.837: this is no X12 file/],
  ["a remittance as claims", MADE_ZIP, MADE_ZIP, null, /^batch\.837: it has remittances/],
  ["claims that are cut off", EXAMPLE_REMITTANCE, EXAMPLE_CLAIMS.slice(0, -30), null, /^batch\.837: the file is cut/],
  ["claims beside a table", TABLE, EXAMPLE_CLAIMS, null, /is no remittance in X12/],
  ["claims beside claims", EXAMPLE_CLAIMS, EXAMPLE_CLAIMS, null, /leave the second file out/],
  ["claims that end in their ISA segment", EXAMPLE_REMITTANCE, "ISA", null, /^batch\.837: this is X12 that is cut off/],
  ["a ZIP that declares 16 GB and a byte", declaringZip(17_179_869_185, 5), null, null, /more than 16 GB; split it/],
  [
    "claims in such a ZIP",
    EXAMPLE_REMITTANCE,
    declaringZip(17_179_869_185, 5),
    null,
    /^batch\.837: .* more than 16 GB/,
  ],
  ["a ZIP that declares more than it holds", declaringZip(17_179_869_184, 5), null, null, /damaged or cut off/],
  ["an ISA segment of three elements", "ISA*00*short*x~GS*HP~", null, null, /ISA segment/],
])("%s is refused, and nothing stays open", async (_, file, claims, sheet, reason) => {
  await expect(open(file, claims, sheet)).rejects.toThrow(reason);
  await expect.poll(openFiles).toEqual([]);
});
