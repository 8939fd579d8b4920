import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { octalSizeIn, TAR_BLOCK_BYTES, TAR_END, tarHeader, tarPadding } from "../../../core/files/tar.ts";
import { OWNER_ONLY_FILE } from "../../../core/files/writing.ts";
import { fileChunks, wholeOf } from "../../../nodes/catalogue/release-catalogue.ts";
import {
  archiveBytes,
  type BackupManifest,
  type BackupMember,
  CHECKSUMS_NAME,
  checksumsText,
  damagedBackup,
  MANIFEST_BYTES_MAX,
  MANIFEST_NAME,
  manifestText,
  readManifest,
} from "./manifest.ts";

/*
 * The file of a backup: an uncompressed tar with the manifest, the checksums and the members in the order of the manifest. Nothing of
 * it can be larger than the file itself, and the size of the file follows from the manifest. The reader accepts exactly the bytes that
 * the writer makes: every header is compared with the one that the manifest demands, so links, other paths and further members have no
 * way in.
 */

/** Where a member's content comes from. */
export interface MemberSource {
  readonly member: BackupMember;
  readonly file: string;
}

type OnBytes = (count: number) => void;

/** Writes a backup to a file that is not there yet, on the disk itself in the end. A content that is not the one of the manifest ends it. */
export async function writeArchive(
  path: string,
  manifest: BackupManifest,
  sources: readonly MemberSource[],
  onBytes: OnBytes,
): Promise<void> {
  const writtenAt = new Date(manifest.created_at);
  const archive = await open(path, "wx", OWNER_ONLY_FILE);
  try {
    for (const [name, text] of [
      [MANIFEST_NAME, manifestText(manifest)],
      [CHECKSUMS_NAME, checksumsText(manifest)],
    ] as const) {
      const content = Buffer.from(text);
      const header = tarHeader({ name, bytes: content.length }, writtenAt);
      await writeAll(archive, Buffer.concat([header, content, Buffer.alloc(tarPadding(content.length))]));
    }
    for (const { member, file } of sources) {
      await writeAll(archive, tarHeader(member, writtenAt));
      const changed = `${file} changed while it was backed up. Run the command again.`;
      for await (const chunk of wholeOf(fileChunks(file), member, changed)) {
        await writeAll(archive, chunk);
        onBytes(chunk.length);
      }
      await writeAll(archive, Buffer.alloc(tarPadding(member.bytes)));
    }
    await writeAll(archive, TAR_END);
    await archive.sync();
  } finally {
    await archive.close();
  }
}

/** The system may take less than all of it at a time. */
export async function writeAll(file: FileHandle, bytes: Buffer): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    written += (await file.write(bytes, written, bytes.length - written)).bytesWritten;
  }
}

/** A backup that is open, read once from its beginning to its end. */
export class BackupArchive {
  readonly manifest: BackupManifest;
  readonly #path: string;
  readonly #file: FileHandle;
  #position: number;

  private constructor(path: string, file: FileHandle, manifest: BackupManifest) {
    this.#path = path;
    this.#file = file;
    this.manifest = manifest;
    this.#position = 0;
  }

  /** Reads manifest and checksums. Throws a failure when the file is no whole backup, or one of a newer format. */
  static async open(path: string): Promise<BackupArchive> {
    const file = await open(path, "r");
    try {
      const header = await bytesAt(file, 0, TAR_BLOCK_BYTES);
      const manifestBytes = octalSizeIn(header);
      const isFirst = header.toString("latin1", 0, MANIFEST_NAME.length + 1) === `${MANIFEST_NAME}\u0000`;
      if (!isFirst || manifestBytes === null || manifestBytes > MANIFEST_BYTES_MAX) {
        throw damagedBackup(path, `it does not begin with ${MANIFEST_NAME}`);
      }
      const manifest = readManifest(path, await bytesAt(file, TAR_BLOCK_BYTES, manifestBytes));
      const expected = archiveBytes(manifest);
      const { size } = await file.stat();
      if (size !== expected) throw damagedBackup(path, `it has ${size} bytes and should have ${expected}`);
      const archive = new BackupArchive(path, file, manifest);
      await archive.#expectText(MANIFEST_NAME, manifestText(manifest));
      await archive.#expectText(CHECKSUMS_NAME, checksumsText(manifest));
      return archive;
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Reads the members in their order. `take` gets the content of each; the hash of a member is proved at the end of its content. */
  async readMembers(take: (member: BackupMember, content: AsyncIterable<Buffer>) => Promise<void>): Promise<void> {
    for (const member of this.manifest.members) {
      await this.#expect(tarHeader(member, new Date(this.manifest.created_at)), `the header of ${member.name}`);
      await take(member, this.#content(member));
      await this.#expectZeros(tarPadding(member.bytes), member.name);
    }
    await this.#expectZeros(TAR_END.length, "its last member");
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  async *#content({ name, bytes, sha256 }: BackupMember): AsyncGenerator<Buffer> {
    const hash = createHash("sha256");
    const buffer = Buffer.allocUnsafe(Math.min(bytes, CHUNK_BYTES));
    for (let left = bytes; left > 0; ) {
      const { bytesRead } = await this.#file.read(buffer, 0, Math.min(left, buffer.length), this.#position);
      if (bytesRead === 0) throw damagedBackup(this.#path, `${name} ends too early`);
      const chunk = buffer.subarray(0, bytesRead);
      hash.update(chunk);
      yield chunk;
      this.#position += bytesRead;
      left -= bytesRead;
    }
    if (hash.digest("hex") !== sha256) throw damagedBackup(this.#path, `the SHA-256 of ${name} is another`);
  }

  async #expectText(name: string, text: string): Promise<void> {
    const content = Buffer.from(text);
    const header = tarHeader({ name, bytes: content.length }, new Date(this.manifest.created_at));
    await this.#expect(header, `the header of ${name}`);
    await this.#expect(content, name);
    await this.#expectZeros(tarPadding(content.length), name);
  }

  async #expectZeros(count: number, before: string): Promise<void> {
    await this.#expect(Buffer.alloc(count), `what follows ${before}`);
  }

  async #expect(expected: Buffer, what: string): Promise<void> {
    const found = await bytesAt(this.#file, this.#position, expected.length);
    if (!found.equals(expected)) throw damagedBackup(this.#path, `${what} is not as it was written`);
    this.#position += expected.length;
  }
}

const CHUNK_BYTES = 1 << 20;

/** As many bytes as the file has there, up to so many. */
async function bytesAt(file: FileHandle, position: number, count: number): Promise<Buffer> {
  const buffer = Buffer.alloc(count);
  let filled = 0;
  while (filled < count) {
    const { bytesRead } = await file.read(buffer, filled, count - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}
