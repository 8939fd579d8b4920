import type { AnySql } from "../database/database.ts";
import type { ServingNode } from "./release-catalogue.ts";

/** Nodes report every three seconds: after five missing reports a node has stopped, or cannot reach the database. */
const NODE_SILENCE_SECONDS_MAX = 15;

/** A node that cannot reach the database goes on serving: its release is not pruned for so long. */
const NODE_SERVES_HOURS = 24;

/** Records a node as running; resolves to how many there are. The time is the database's: clocks of nodes differ. */
export async function reportNode(sql: AnySql, node: Omit<ServingNode, "seenAt">): Promise<number> {
  const { id, host, port, workers, productVersion, releaseHash, releaseVersion, startedAt } = node;
  await sql`
    INSERT INTO nodes (id, host, port, workers, product_version, release_hash, release_version, started_at)
    VALUES (${id}, ${host}, ${port}, ${workers}, ${productVersion}, ${releaseHash}, ${releaseVersion}, ${startedAt})
    ON CONFLICT (id, host, port) DO UPDATE SET
      workers = excluded.workers, product_version = excluded.product_version, release_hash = excluded.release_hash,
      release_version = excluded.release_version, started_at = excluded.started_at, seen_at = now()`;
  await sql`DELETE FROM nodes WHERE seen_at < now() - make_interval(hours => ${NODE_SERVES_HOURS})`;
  return (await nodesSeen(sql)).length;
}

/** Removes a node that stops in order. */
export async function removeNode(sql: AnySql, { id, host, port }: Pick<ServingNode, "id" | "host" | "port">) {
  await sql`DELETE FROM nodes WHERE id = ${id} AND host = ${host} AND port = ${port}`;
}

export async function nodesSeen(sql: AnySql): Promise<readonly ServingNode[]> {
  const rows = await sql<NodeRow[]>`
    SELECT id, host, port, workers, product_version AS "productVersion", release_hash AS "releaseHash",
      release_version AS "releaseVersion", started_at AS "startedAt", seen_at AS "seenAt"
    FROM nodes WHERE seen_at > now() - make_interval(secs => ${NODE_SILENCE_SECONDS_MAX}) ORDER BY host, port, id`;
  return rows.map((row) => ({
    ...row,
    startedAt: row.startedAt.toISOString(),
    seenAt: row.seenAt.toISOString(),
  }));
}

/** Content hashes that nodes serve, also those that cannot reach the database at the moment. */
export async function releasesServed(sql: AnySql): Promise<readonly string[]> {
  const rows = await sql<{ hash: string }[]>`
    SELECT DISTINCT release_hash AS hash FROM nodes WHERE seen_at > now() - make_interval(hours => ${NODE_SERVES_HOURS})`;
  return rows.map(({ hash }) => hash);
}

type NodeRow = Omit<ServingNode, "startedAt" | "seenAt"> & { readonly startedAt: Date; readonly seenAt: Date };
