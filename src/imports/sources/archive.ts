import { type Entry, openPromise, type ZipFile } from "yauzl";
import { failure, reasonOf } from "../../reading/failure.ts";
import type { ByteSource } from "./bytes.ts";

/** A ZIP that is open; its members are read as streams. */
export interface Archive {
  readonly members: readonly ByteSource[];
  close(): void;
}

/** Far more than any publication has; a ZIP with more is not one of them. */
const MEMBERS_MAX = 10_000;

export async function openArchive(path: string): Promise<Archive> {
  const zip = await openZip(path);
  const members: ByteSource[] = [];
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith("/") || isBesidesTheFiles(entry.fileName)) continue;
      members.push(memberOf(zip, entry));
      if (members.length > MEMBERS_MAX) throw failure(`the ZIP has more than ${MEMBERS_MAX} members`);
    }
  } catch (error) {
    zip.close();
    throw damaged(error);
  }
  return { members, close: () => zip.close() };
}

/** What a Mac adds to a ZIP. */
function isBesidesTheFiles(name: string): boolean {
  return name.startsWith("__MACOSX/") || name.endsWith(".DS_Store");
}

async function openZip(path: string): Promise<ZipFile> {
  try {
    return await openPromise(path, { autoClose: false, lazyEntries: true });
  } catch (error) {
    throw damaged(error);
  }
}

function memberOf(zip: ZipFile, entry: Entry): ByteSource {
  return {
    name: entry.fileName,
    bytes: entry.uncompressedSize,
    async *chunks() {
      try {
        yield* (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>;
      } catch (error) {
        throw damaged(error);
      }
    },
  };
}

function damaged(error: unknown): Error {
  return failure(`the ZIP is damaged or cut off (${reasonOf(error)}); download it again`);
}
