import { sha256 } from "../../../core/files/reading.ts";
import { TAR_BLOCK_BYTES, TAR_END, tarPadding } from "../../../core/files/tar.ts";
import { failure } from "../../../core/runtime/failure.ts";
import { RELEASE_BYTES_MAX } from "../../../nodes/catalogue/release-catalogue.ts";
import { BACKED_UP, type BackedUpKind } from "../home.ts";

/** The format of the file that `backup` writes. A change that an older program would misread raises it. */
const FORMAT = "ratebook-backup";
const FORMAT_VERSION = 1;

/** The first member, and the second: the checksums as `sha256sum -c` reads them. */
export const MANIFEST_NAME = "manifest.json";
export const CHECKSUMS_NAME = "SHA256SUMS";

/** Ten thousand releases are two hundred years of weekly ones; each takes some 300 bytes of the manifest. */
const MEMBERS_MAX = 10_000;
export const MANIFEST_BYTES_MAX = 8 * 1024 * 1024;

const TEXT_LENGTH_MAX = 200;
const HASH = /^[0-9a-f]{64}$/;

/** The files of a home that have one name, by kind. */
const FIXED_NAMES = Object.fromEntries(BACKED_UP.map(({ kind, name }) => [kind, name])) as Readonly<
  Record<BackedUpKind, string>
>;

/** `release`: of the catalogue, by its content hash. `release_file`: another one that lies in the home, by its name. */
type MemberKind = BackedUpKind | "release" | "release_file";

/** A release beside the catalogue, such as `rates.db`. */
const RELEASE_FILE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,90}\.db$/;

export interface BackupMember {
  readonly kind: MemberKind;
  /** The path in the archive and in a home. */
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Of a release; null otherwise. */
  readonly content_hash: string | null;
  readonly version: string | null;
}

/** What a backup holds, as its first member says. */
export interface BackupManifest {
  readonly format: typeof FORMAT;
  readonly format_version: number;
  readonly product_version: string;
  readonly created_at: string;
  /** The last entry of the audit log; null when it has none. */
  readonly audit: { readonly entries: number; readonly last_hash: string } | null;
  readonly members: readonly BackupMember[];
}

export function newManifest(contents: Omit<BackupManifest, "format" | "format_version">): BackupManifest {
  return { format: FORMAT, format_version: FORMAT_VERSION, ...contents };
}

/** The name of a member of this kind in the archive. */
export function fixedName(kind: BackedUpKind): string {
  return FIXED_NAMES[kind];
}

export function releaseName(contentHash: string): string {
  return `releases/${contentHash}.db`;
}

/** Whether a file of a home may be a release beside the catalogue, by its name. */
export function isReleaseFileName(name: string): boolean {
  return RELEASE_FILE_NAME.test(name) && !Object.values(FIXED_NAMES).includes(name.toLowerCase());
}

/** One manifest has one text: the reader writes what it has read and compares. */
export function manifestText({
  format,
  format_version,
  product_version,
  created_at,
  audit,
  members,
}: BackupManifest): string {
  const written = {
    ...{ format, format_version, product_version, created_at },
    audit: audit === null ? null : { entries: audit.entries, last_hash: audit.last_hash },
    members: members.map(({ kind, name, bytes, sha256, content_hash, version }) => ({
      ...{ kind, name, bytes, sha256, content_hash, version },
    })),
  };
  return `${JSON.stringify(written, null, 1)}\n`;
}

/** The checksums of the manifest and of every other member, for a person who has no Ratebook. */
export function checksumsText(manifest: BackupManifest): string {
  const named = [{ name: MANIFEST_NAME, sha256: sha256(manifestText(manifest)) }, ...manifest.members];
  return named.map(({ name, sha256: hash }) => `${hash}  ${name}\n`).join("");
}

/** How many bytes a backup with this manifest has, from its first header to its end. */
export function archiveBytes(manifest: BackupManifest): number {
  const sizes = [
    Buffer.byteLength(manifestText(manifest)),
    Buffer.byteLength(checksumsText(manifest)),
    ...manifest.members.map(({ bytes }) => bytes),
  ];
  return sizes.reduce((total, bytes) => total + TAR_BLOCK_BYTES + bytes + tarPadding(bytes), TAR_END.length);
}

/** Reads the manifest of the backup `file`; throws a failure for a newer format, and for one that is not as it was written. */
export function readManifest(file: string, bytes: Buffer): BackupManifest {
  const manifest = parsed(bytes);
  if (manifest?.format !== FORMAT) throw damagedBackup(file, "its manifest cannot be read");
  if (typeof manifest.format_version === "number" && manifest.format_version > FORMAT_VERSION) {
    throw failure(
      `${file} was written by a newer Ratebook (backup format ${manifest.format_version}, this one knows ${FORMAT_VERSION}). Upgrade Ratebook, then restore it.`,
    );
  }
  const fault = faultIn(manifest);
  if (fault !== null) throw damagedBackup(file, `its manifest has ${fault}`);
  const whole = manifest as BackupManifest;
  if (manifestText(whole) !== bytes.toString()) throw damagedBackup(file, "its manifest is not as it was written");
  return whole;
}

/** A file that is no whole backup; nothing of it is used. */
export function damagedBackup(file: string, reason: string): Error {
  return failure(
    `${file} is damaged, cut off or no backup: ${reason}. Nothing was restored. Take another copy of the file, or an earlier backup.`,
  );
}

function parsed(bytes: Buffer): Partial<BackupManifest> | null {
  try {
    const value = JSON.parse(bytes.toString()) as unknown;
    return typeof value === "object" && value !== null ? (value as Partial<BackupManifest>) : null;
  } catch {
    return null;
  }
}

function faultIn({ format_version, product_version, created_at, audit, members }: Partial<BackupManifest>) {
  if (format_version !== FORMAT_VERSION) return "no format version";
  if (!isShortText(product_version)) return "no program version";
  if (!isInstant(created_at)) return "no time";
  if (audit !== null && !(isCount(audit?.entries) && isHash(audit?.last_hash))) return "no end of the audit log";
  if (!Array.isArray(members)) return "no members";
  if (members.length > MEMBERS_MAX) return `more than ${MEMBERS_MAX} members`;
  const wrong = members.findIndex((member: Partial<BackupMember> | null) => member === null || !isMember(member));
  if (wrong >= 0) return `a member that no home has (number ${wrong + 1})`;
  // Without their case: some file systems do not distinguish it.
  const names = new Set(members.map(({ name }: BackupMember) => name.toLowerCase()));
  if (names.size < members.length) return "two members of one name";
  return names.has(FIXED_NAMES.keys) ? null : "no keys";
}

function isMember({ kind, name, bytes, sha256: hash, content_hash, version }: Partial<BackupMember>): boolean {
  if (typeof name !== "string" || !isCount(bytes) || bytes > RELEASE_BYTES_MAX || !isHash(hash)) return false;
  if (kind === "release") return isHash(content_hash) && name === releaseName(content_hash) && isShortText(version);
  if (kind === "release_file") return isHash(content_hash) && isReleaseFileName(name) && isShortText(version);
  if (kind === undefined || !Object.hasOwn(FIXED_NAMES, kind)) return false;
  return name === fixedName(kind) && content_hash === null && version === null;
}

function isHash(value: unknown): value is string {
  return typeof value === "string" && HASH.test(value);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isShortText(value: unknown): boolean {
  return typeof value === "string" && value.length <= TEXT_LENGTH_MAX;
}

function isInstant(value: unknown): boolean {
  return typeof value === "string" && /^\d{4}-/.test(value) && isIsoText(value);
}

function isIsoText(value: string): boolean {
  const time = Date.parse(value);
  return Number.isFinite(time) && new Date(time).toISOString() === value;
}
