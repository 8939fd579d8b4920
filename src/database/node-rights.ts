const READ = ["SELECT"] as const;
const COUNT = ["SELECT", "INSERT", "UPDATE"] as const;
const KEEP = ["SELECT", "INSERT", "UPDATE", "DELETE"] as const;

/**
 * What a node does with tables of the schema. Others are not its business: it neither writes keys and releases nor reads the audit log.
 * `docs/scaling.md` grants exactly this.
 */
export const NODE_RIGHTS: Readonly<Record<string, readonly string[]>> = {
  migrations: READ,
  changes: READ,
  keys: READ,
  releases: READ,
  release_chunks: READ,
  active_release: READ,
  nodes: KEEP,
  limits: KEEP,
  usage: COUNT,
  usage_senders: KEEP,
};
