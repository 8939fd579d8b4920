import { hash } from "node:crypto";
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { fingerprint } from "../core/files/reading.ts";
import { makeFolders, OWNER_ONLY_FILE, OWNER_ONLY_FOLDER } from "../core/files/writing.ts";
import { failure, failureFrom } from "../core/runtime/failure.ts";
import { DESCRIPTION_FILE } from "../dataset/description.ts";
import { faultText } from "../dataset/fault.ts";
import { tokenHash } from "../keys/api-key.ts";
import { keyStatus } from "../keys/issue.ts";
import { buildRelease } from "../release/build.ts";
import type { DemoAccess } from "../serve/operations/configuration.ts";
import { openHome } from "../serve/operations/home.ts";
import { createKey } from "../serve/operations/key-changes.ts";
import { keysOfHome } from "../serve/operations/key-place.ts";
import { states } from "../states/index.ts";
import { notify } from "./command-io.ts";

/** The sample data as a release, compiled again when the data or the code has changed. */
export async function sampleRelease(root: string, work: string): Promise<string> {
  const out = join(work, "sample.db");
  const stamp = join(work, "sample.stamp");
  const wanted = fingerprintOf(root);
  if (existsSync(out) && keptText(stamp) === wanted) return out;
  notify("ratebook: compiling the sample data");
  makeWorkFolder(work);
  await compiled(sampleOf(root), out);
  writeFileSync(stamp, wanted);
  return out;
}

/** Adds the earlier sample to the releases of a home, in the place of one that an earlier start put there. */
export async function addEarlierSample(root: string, releasesFolder: string): Promise<void> {
  const home = dirname(releasesFolder);
  const stamp = join(home, "earlier-sample.stamp");
  const fileOf = (contentHash: string) => join(releasesFolder, `${contentHash}.db`);
  const wanted = fingerprintOf(root);
  const [compiledFor, hashBefore = ""] = keptText(stamp)?.split(" ") ?? [];
  if (compiledFor === wanted && existsSync(fileOf(hashBefore))) return;
  makeFolders(releasesFolder, OWNER_ONLY_FOLDER);
  const draft = mkdtempSync(join(home, "earlier-sample-"));
  try {
    writeEarlierSample(sampleOf(root), join(draft, "data"));
    const contentHash = await compiled(join(draft, "data"), join(draft, "release.db"));
    rmSync(fileOf(hashBefore), { force: true });
    renameSync(join(draft, "release.db"), fileOf(contentHash));
    writeFileSync(stamp, `${wanted} ${contentHash}`);
  } finally {
    rmSync(draft, { recursive: true });
  }
}

/** For its owner alone: the keys of the demonstration are there. */
function makeWorkFolder(work: string): void {
  try {
    makeFolders(work, OWNER_ONLY_FOLDER);
    accessSync(work, constants.W_OK);
  } catch (error) {
    throw failureFrom(error, `The folder ${work} for the sample cannot be written`, "Choose another with --work.");
  }
}

function sampleOf(root: string): string {
  return join(root, "data", "sample");
}

/** Compiles the data of the sample, and returns the content hash. */
async function compiled(dataset: string, out: string): Promise<string> {
  const built = await buildRelease({ dataset, out, states });
  if (!built.ok) throw failure(`The sample data has errors:\n${built.faults.map(faultText).join("\n")}`);
  return built.description.contentHash;
}

/** Of the data and the code: in a clone its source, in a package the program. */
function fingerprintOf(root: string): string {
  const source = join(root, "src");
  return fingerprint([sampleOf(root), existsSync(source) ? source : join(root, "dist", "program")]);
}

interface DemoKey {
  readonly token: string;
  readonly access: DemoAccess;
}

/** 22 characters of 64 carry 132 bits: too many to guess. */
const SECRET_LENGTH = 22;

/**
 * The demo key of a home. It stays the same at every start, so that earlier command lines go on working. For that its token is kept in a
 * file, unlike that of any other key.
 */
export async function demoKey(folder: string): Promise<DemoKey> {
  const file = join(folder, "demo-key");
  const codes = states.map(({ code }) => code);
  const place = keysOfHome(openHome(folder));
  const kept = keptText(file) ?? "";
  const stored = await place.read((keys) => keys.list());
  const before = stored.find((each) => each.tokenHash === tokenHash(kept))?.key;
  const isUsable =
    before && keyStatus(before, new Date()) === "active" && codes.every((code) => before.states.includes(code));
  if (isUsable) return { token: kept, access: { keyId: before.id, secret: secretOf(kept) } };

  const request = { name: "demo", states: codes, expiresAt: null, lookupsPerMinute: null };
  const { token, key } = await createKey(place, request);
  writeFileSync(file, token, { mode: OWNER_ONLY_FILE });
  return { token, access: { keyId: key.id, secret: secretOf(token) } };
}

/**
 * The secret is derived from the token, so that an address from an earlier start goes on working too. The token cannot be computed from it:
 * a browser's history contains no key.
 */
function secretOf(token: string): string {
  return hash("sha256", `demo page ${token}`, "base64url").slice(0, SECRET_LENGTH);
}

/** The address that opens the page with a session of the demo key. Browsers do not send the part after # to a server, so no log has it. */
export function demoAddress(address: string, { secret }: DemoAccess): string {
  return `${address}/#demo=${secret}`;
}

function keptText(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

/*
 * The sample as it was before its last rates, so that "What changed" has something to compare on a fresh start. It is derived from
 * the sample: no figure is made for it, and the package does not grow.
 */

/** Rows that begin on this day or later are not in the earlier sample. All of them are made up: no real figure is left out. */
const CUT = { day: "2026-07-01", dayBefore: "2026-06-30" };

export const EARLIER_VERSION = "2026.06";

const EARLIER_DESCRIPTION = `The sample as it was before ${CUT.day}: without the rates that begin on that day or later, and with the rates before them without an end. It is there to compare with.`;

/** Writes the dataset of the earlier sample into a folder. */
function writeEarlierSample(sample: string, folder: string): void {
  const about = JSON.parse(readFileSync(join(sample, DESCRIPTION_FILE), "utf8")) as { readonly description: string };
  mkdirSync(folder, { recursive: true });
  const earlier = { ...about, version: EARLIER_VERSION, description: `${EARLIER_DESCRIPTION} ${about.description}` };
  writeFileSync(join(folder, DESCRIPTION_FILE), JSON.stringify(earlier));
  for (const entry of readdirSync(sample, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith(".csv")) continue;
    const part = basename(entry.parentPath);
    mkdirSync(join(folder, part), { recursive: true });
    writeFileSync(
      join(folder, part, entry.name),
      earlierTable(readFileSync(join(entry.parentPath, entry.name), "utf8")),
    );
  }
}

/** The dates of a row are its last two cells in all dated tables of the sample. */
const DATED_HEADER = /,effective_start_date,effective_end_date$/;
const DATES = /,([0-9-]{10}),([0-9-]{10})?$/;

/** A table without the rows that begin at the cut or later; those that end with the day before go on. */
export function earlierTable(text: string): string {
  const [header = "", ...lines] = text.split("\n");
  if (!DATED_HEADER.test(header)) return text;
  const kept = lines.flatMap((line) => {
    const [, start = "", end] = DATES.exec(line) ?? [];
    if (start >= CUT.day) return [];
    return [end === CUT.dayBefore ? line.slice(0, -end.length) : line];
  });
  return [header, ...kept].join("\n");
}
