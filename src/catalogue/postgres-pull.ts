import type { AnySql, Database } from "../database/database.ts";
import { sha256 } from "../files/file-hash.ts";
import { failure } from "../runtime/failure.ts";
import type { CataloguedRelease } from "./release-catalogue.ts";

/** The bytes of a release, over a connection of its own: a chunk may take longer than other questions are given, and must not be dropped with theirs. */
export async function* pulledFile(database: Database, release: CataloguedRelease): AsyncGenerator<Buffer> {
  const own = database.session();
  try {
    yield* storedChunks(own.sql, release);
  } finally {
    await own.close();
  }
}

async function* storedChunks(sql: AnySql, { contentHash, version }: CataloguedRelease): AsyncGenerator<Buffer> {
  const [file] = await sql<{ number: number; chunks: number }[]>`
    SELECT file_number AS number, chunks FROM releases WHERE content_hash = ${contentHash}`;
  if (file === undefined) throw failure(`The release ${version} (${contentHash}) is not in the database any longer.`);
  for (let number = 0; number < file.chunks; number += 1) {
    const [chunk] = await sql<{ sha256: string; bytes: Buffer }[]>`
      SELECT sha256, bytes FROM release_chunks WHERE file_number = ${file.number} AND number = ${number}`;
    if (chunk === undefined || sha256(chunk.bytes) !== chunk.sha256) {
      const what = chunk === undefined ? "is missing" : "is damaged";
      throw failure(
        `Chunk ${number + 1} of ${file.chunks} of the release ${version} (${contentHash}) ${what} in the database. Push it again with "ratebook releases push".`,
      );
    }
    yield chunk.bytes;
  }
}
