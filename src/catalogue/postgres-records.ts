import type { AnySql } from "../database/database.ts";
import { ACTIVATIONS_TOLD, type Activation, type CataloguedRelease } from "./release-catalogue.ts";

/* The records of the releases of a database; how their files get there is in `postgres-push.ts`. */

/** The last one that was pushed comes first. */
export async function allReleases(sql: AnySql): Promise<readonly CataloguedRelease[]> {
  const rows = await sql<Row[]>`SELECT ${columns(sql)} FROM releases ORDER BY pushed_at DESC, content_hash`;
  return rows.map(catalogued);
}

/** As `allReleases`, and until the transaction ends nobody renews one of them. */
export async function allReleasesHeld(sql: AnySql): Promise<readonly CataloguedRelease[]> {
  const rows = await sql<Row[]>`
    SELECT ${columns(sql)} FROM releases ORDER BY pushed_at DESC, content_hash FOR UPDATE`;
  return rows.map(catalogued);
}

export async function findRelease(sql: AnySql, contentHash: string): Promise<CataloguedRelease | null> {
  const [row] = await sql<Row[]>`SELECT ${columns(sql)} FROM releases WHERE content_hash = ${contentHash}`;
  return row === undefined ? null : catalogued(row);
}

export async function activeRelease(sql: AnySql): Promise<CataloguedRelease | null> {
  const [row] = await sql<Row[]>`SELECT ${columns(sql)} FROM releases JOIN active_release USING (content_hash)`;
  return row === undefined ? null : catalogued(row);
}

/** Makes a release the active one, and notes who did. */
export async function writeActive(sql: AnySql, { contentHash, version }: CataloguedRelease, by: string): Promise<void> {
  await sql`
    INSERT INTO active_release (content_hash) VALUES (${contentHash})
    ON CONFLICT (is_only) DO UPDATE SET content_hash = excluded.content_hash`;
  await sql`
    INSERT INTO release_activations (content_hash, version, activated_by) VALUES (${contentHash}, ${version}, ${by})`;
}

/** The last one comes first. */
export async function lastActivations(sql: AnySql): Promise<readonly Activation[]> {
  const rows = await sql<(Omit<Activation, "activatedAt"> & { readonly activatedAt: Date })[]>`
    SELECT content_hash AS "contentHash", version, activated_at AS "activatedAt", activated_by AS "activatedBy"
    FROM release_activations ORDER BY number DESC LIMIT ${ACTIVATIONS_TOLD}`;
  return rows.map((row) => ({ ...row, activatedAt: row.activatedAt.toISOString() }));
}

/** Their files are abandoned from then on (`abandoned-files.ts`). */
export async function removeReleases(sql: AnySql, releases: readonly CataloguedRelease[]): Promise<void> {
  const hashes = releases.map(({ contentHash }) => contentHash);
  await sql`DELETE FROM releases WHERE content_hash = ANY(${hashes})`;
}

/** As `postgres` reads them: what counts bytes is a text, since it may be larger than a number holds exactly. */
type Row = Omit<CataloguedRelease, "bytes" | "pushedAt"> & { readonly bytes: string; readonly pushedAt: Date };

function columns(sql: AnySql) {
  return sql`content_hash AS "contentHash", name, version, file_bytes AS bytes, file_sha256 AS sha256,
    pushed_at AS "pushedAt", pushed_by AS "pushedBy"`;
}

function catalogued({ bytes, pushedAt, ...row }: Row): CataloguedRelease {
  return { ...row, bytes: Number(bytes), pushedAt: pushedAt.toISOString() };
}
