import { programVersion } from "../../core/files/installation.ts";
import { PostgresCatalogue } from "../../nodes/catalogue/postgres-catalogue.ts";
import { Database } from "../../nodes/database/database.ts";
import { makeSchema } from "../../nodes/database/schema.ts";
import { ThreadCrew } from "../../reprice/crew.ts";
import { RangeQueue } from "../../reprice/ranges/queue.ts";
import { type RangeTools, RangeWorker } from "../../reprice/ranges/range-worker.ts";
import { homeIn } from "../../serve/operations/home.ts";
import { PulledReleases } from "../../serve/operations/node/pulled-releases.ts";
import { type ExitCode, notify, wrongUsage } from "../command-io.ts";
import { entryPoints } from "../entry-points.ts";
import { openRelease } from "../lookup-arguments.ts";
import { product } from "../product.ts";

interface WorkOptions {
  readonly database: string | null;
  readonly home: string;
  readonly release: string | null;
  readonly workers: number;
}

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

export async function work(options: WorkOptions): Promise<ExitCode> {
  if (options.database === null) {
    throw wrongUsage("Say where the ranges are: --database postgres://ratebook@db.example/ratebook.");
  }
  const database = new Database(options.database, { jsonIsText: true, applicationName: "ratebook work" });
  try {
    await makeSchema(database);
    const queue = await RangeQueue.open(options.database);
    const tools: RangeTools = {
      program: programVersion(),
      releaseWith: releasesOf(options, database),
      startCrew: (plan) => ThreadCrew.start(entryPoints.repriceThread, options.workers, plan),
      notify,
    };
    notify(`Ready for the ranges of ${database.shown}; threads: ${options.workers}.`);
    await new RangeWorker(database, queue, tools, stopSignal()).work().finally(() => queue.close());
  } finally {
    await database.close();
  }
  return 0;
}

/** A range under way is finished first. */
function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  for (const signal of SIGNALS) process.once(signal, () => stopping.abort());
  return stopping.signal;
}

/** The path of a release by its content: the named file, or the release from the database's catalogue, pulled to the home. */
function releasesOf(
  { home, release }: WorkOptions,
  database: Database,
): (contentHash: string) => Promise<string | null> {
  const named = release === null ? null : hashOf(release);
  const say = (event: string) => notify(`${event.replaceAll("_", " ")} ...`);
  const pulled = new PulledReleases({
    home: homeIn(home),
    catalogue: new PostgresCatalogue(database),
    product,
    log: { info: say, warn: say },
  });
  return async (contentHash) => (named === contentHash ? release : await pulled.fileWith(contentHash));
}

function hashOf(file: string): string {
  const opened = openRelease(file);
  const { contentHash } = opened.description;
  opened.close();
  return contentHash;
}
