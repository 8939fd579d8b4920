import { failure, reasonOf } from "../../../core/runtime/failure.ts";
import { PostgresKeyStore } from "../../../keys/postgres-key-store.ts";
import { PostgresCatalogue } from "../../../nodes/catalogue/postgres-catalogue.ts";
import { ReleaseFolder } from "../../../nodes/catalogue/release-folder.ts";
import { ChangeFollower, type Topic } from "../../../nodes/database/change-follower.ts";
import { Database, NODE_STATEMENT_SECONDS_MAX } from "../../../nodes/database/database.ts";
import type { ServerChoices } from "../configuration.ts";
import { type Home, openHome } from "../home.ts";
import type { Log } from "../log.ts";
import { existingCatalogueOfHome, isPushedToHome } from "../open-catalogue.ts";
import type { Product } from "../product.ts";
import { KeyFollower } from "./key-follower.ts";
import { Node } from "./node.ts";
import { nodeId } from "./node-report.ts";
import { KEPT_ON_DISK, proveKept, pullRelease } from "./pulled-releases.ts";
import { ReleaseFollower } from "./release-follower.ts";

/** Files of the home tell of no changes: a look costs microseconds. */
const EMBEDDED_LOOK_MILLISECONDS = 1_000;

interface Means {
  readonly product: Product;
  readonly log: Log;
}

/** What a server with these choices follows; null: nothing, it has a file and its home. */
export function nodeFor({ release, database, home }: ServerChoices, means: Means): Node | null {
  if (database !== null) return sharingNode(database, openHome(home), release === null, means);
  return release === null ? embeddedNode(openHome(home), means) : null;
}

function sharingNode(url: string, home: Home, followsReleases: boolean, { product, log }: Means): Node {
  const database = new Database(url, {
    applicationName: "ratebook serve",
    statementSeconds: NODE_STATEMENT_SECONDS_MAX,
  });
  const folder = new ReleaseFolder(home.releasesFolder);
  const catalogue = new PostgresCatalogue(database);
  const releases = !followsReleases
    ? null
    : new ReleaseFollower({
        catalogue,
        folder,
        hold: (release) => pullRelease({ catalogue, folder, product, log }, release),
        isServable: () => isServable(folder, product),
        onTakenUp: async () => {
          folder.keepLast(KEPT_ON_DISK, await isPushedToHome(home));
          await node.reportNow();
        },
        waits: true,
        log,
      });
  const topics: Topic[] = followsReleases ? ["keys", "releases"] : ["keys"];
  const keys = new KeyFollower({
    keys: new PostgresKeyStore(database),
    file: home.keysFile,
    log,
    onFollowing: () => node.noteState(),
  });
  const changes = new ChangeFollower(database, topics, {
    // Pulling takes as long as it takes, and keeps nothing else waiting.
    onChange: async (topic) => (topic === "keys" ? await keys.look() : releases?.look()),
    onLost: (error) => {
      log.error("database_lost", { reason: reasonOf(database.told(error)) });
      node.noteState();
    },
    onFound: () => {
      log.info("database_found");
      node.noteState();
      // What was missed meanwhile, and what failed because of it.
      releases?.look();
    },
  });
  const shared = { database, changes, keys, id: nodeId(home.nodeFile), log };
  const node: Node = new Node({ shared, releases, lookMilliseconds: null, closeCatalogue: async () => {} });
  return node;
}

function embeddedNode(home: Home, { product, log }: Means): Node {
  const catalogue = existingCatalogueOfHome(home);
  if (catalogue === null) {
    throw failure(
      'There is no release to serve: name a file with --release, or push one to this home with "ratebook releases push FILE --activate".',
    );
  }
  const folder = new ReleaseFolder(home.releasesFolder);
  const releases = new ReleaseFollower({
    catalogue,
    folder,
    hold: (release) => proveKept(product, release, folder.fileOf(release)),
    isServable: async () => false,
    onTakenUp: async () => {},
    waits: false,
    log,
  });
  const closeCatalogue = () => catalogue.close();
  return new Node({ shared: null, releases, lookMilliseconds: EMBEDDED_LOOK_MILLISECONDS, closeCatalogue });
}

/** What was served last, while what is to be served cannot be had. */
async function isServable(folder: ReleaseFolder, { describeRelease }: Product): Promise<boolean> {
  const contentHash = folder.chosen();
  if (contentHash === null) return false;
  try {
    return (await describeRelease(folder.link)).contentHash === contentHash;
  } catch {
    return false;
  }
}
