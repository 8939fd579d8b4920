import { failure, isOutside, reasonOf } from "../../../core/runtime/failure.ts";
import { Backoff, Outage, RepeatedTask } from "../../../core/runtime/repeated-task.ts";
import type { CataloguedRelease, ReleaseCatalogue } from "../../../nodes/catalogue/release-catalogue.ts";
import type { ReleaseFolder } from "../../../nodes/catalogue/release-folder.ts";
import { isOfDatabase } from "../../../nodes/database/database.ts";
import type { Log } from "../log.ts";
import type { ServerStatus } from "../server-status.ts";

/** An unavailable release is retried soon, then ever more slowly: each try may read all of it. */
const RETRY_MILLISECONDS_MIN = 1_000;
const RETRY_MILLISECONDS_MAX = 30_000;

export interface FollowedServer {
  readonly status: () => ServerStatus;
  /** Reloads the file at its path; resolves when it has, or has refused. */
  readonly reload: () => Promise<void>;
  /** A refused release is no longer wanted: `/readyz` and the metrics stop reporting it. */
  readonly forgetRefusal: () => void;
}

interface ReleaseFollowerOptions {
  readonly catalogue: Pick<ReleaseCatalogue, "active">;
  readonly folder: ReleaseFolder;
  /** Ensures that a release is in the folder, complete and sound; throws a failure when it is not available. */
  readonly hold: (release: CataloguedRelease) => Promise<void>;
  /** Whether the release that is chosen on disk can be served. */
  readonly isServable: () => Promise<boolean>;
  /** Called when another release is in service. */
  readonly onReloaded: () => Promise<void>;
  /** Whether a server without a release waits for one; otherwise it ends. */
  readonly waits: boolean;
  readonly log: Log;
}

/**
 * Makes a server serve the active release of a catalogue: brings it to the disk, verifies it, chooses it and reloads. The old release stays
 * in service until then.
 */
export class ReleaseFollower {
  readonly #options: ReleaseFollowerOptions;
  readonly #outage: Outage;
  readonly #looks: RepeatedTask;
  readonly #there = Promise.withResolvers<void>();
  readonly #followed = Promise.withResolvers<void>();
  #isStarted = false;
  #isServed = false;
  #server: FollowedServer | null = null;
  /** The push that could not be served; null: none. */
  #failed: string | null = null;
  #why = "This node looks for the release that it is to serve.";

  constructor(options: ReleaseFollowerOptions) {
    this.#options = options;
    this.#outage = new Outage({
      onFailed: (error) => this.#log(error),
      reportsEachReason: true,
      isReportedElsewhere: isOfDatabase,
    });
    const retry = new Backoff(RETRY_MILLISECONDS_MIN, RETRY_MILLISECONDS_MAX);
    this.#looks = new RepeatedTask(() => this.#look(), { retry });
  }

  /** Why there is nothing to serve yet, for clients. */
  get why(): string {
    return this.#why;
  }

  /** Resolves when a servable release is chosen; throws a failure when there is none and it does not wait. */
  start(): Promise<void> {
    this.#isStarted = true;
    this.look();
    return this.#there.promise;
  }

  /** The server runs: from now on it gets other releases. */
  follow(server: FollowedServer): void {
    this.#server = server;
    this.#followed.resolve();
    this.look();
  }

  /** Checks for a change. Does nothing before the start. */
  look(): void {
    if (this.#isStarted) void this.#looks.run();
  }

  /** For a catalogue without notifications: a release that just failed is not tried again before its time. */
  async lookForChange(): Promise<void> {
    const active = await this.#options.catalogue.active().catch(() => null);
    if (this.#failed === null || this.#failed !== pushOf(active)) this.look();
  }

  async close(): Promise<void> {
    this.#followed.resolve();
    await this.#looks.close();
  }

  async #look(): Promise<void> {
    const error = await this.#attempt();
    if (!this.#isServed) {
      if (error === null || (await this.#options.isServable())) {
        this.#isServed = true;
        this.#there.resolve();
        // The file that the server opens now stays until it has; then `follow` checks again.
        await this.#followed.promise;
      } else if (!this.#options.waits) {
        this.#there.reject(error);
        void this.#looks.close();
      }
    }
    if (error !== null) throw error;
  }

  /** Null when the active release is in service; otherwise why not. */
  async #attempt(): Promise<unknown> {
    try {
      await this.#serveActive();
      this.#outage.works();
      this.#failed = null;
      return null;
    } catch (error) {
      if (!this.#looks.isClosed) {
        this.#why = whyNot(error);
        this.#outage.failed(error);
      }
      return error;
    }
  }

  async #serveActive(): Promise<void> {
    const { catalogue, folder, hold, onReloaded } = this.#options;
    this.#failed = null;
    const active = await catalogue.active();
    this.#failed = pushOf(active);
    if (active === null) throw failure(NONE_ACTIVE);
    if (this.#server?.status().release.hash === active.contentHash) {
      this.#server.forgetRefusal();
      return;
    }
    this.#why = `The release ${active.version} is being brought to this node.`;
    await hold(active);
    if (this.#server === null) folder.choose(active);
    else {
      await this.#reload(active, this.#server);
      await onReloaded();
    }
  }

  /** A server that refuses goes on with its release, and so do its workers that start later. */
  async #reload(active: CataloguedRelease, server: FollowedServer): Promise<void> {
    const { folder } = this.#options;
    const before = folder.chosen();
    folder.choose(active);
    await server.reload();
    const { release, lastReload } = server.status();
    if (release.hash === active.contentHash) return;
    if (before !== null) folder.choose({ contentHash: before });
    throw failure(lastReload?.reason ?? `The release ${active.version} was not put into service.`);
  }

  #log(error: unknown): void {
    const reason = reasonOf(error);
    // A new node whose database has no release yet waits for one: the node is fine.
    if (reason === NONE_ACTIVE && this.#options.waits) this.#options.log.warn("release_not_followed", { reason });
    else if (isOutside(error)) this.#options.log.error("release_not_followed", { reason });
    else this.#options.log.exception("release_not_followed", error);
  }
}

/** The reason for clients: no address, no path. */
function whyNot(error: unknown): string {
  if (isOfDatabase(error)) return "The database is away, and no release is on the disk of this node yet.";
  if (reasonOf(error) === NONE_ACTIVE) return NONE_ACTIVE;
  return "The active release cannot be served by this node; its log says why.";
}

/** A release that is pushed again may be sound. */
function pushOf(release: CataloguedRelease | null): string {
  return release === null ? "none" : `${release.contentHash} ${release.pushedAt}`;
}

/** Why a server that follows a catalogue has nothing to serve, and what to do; used by its log, its answers and `serve --check`. */
export const NOTHING_TO_SERVE = {
  why: "No release is active.",
  remedy: 'Push one with "ratebook releases push FILE --activate", or name a file with --release.',
} as const;

const NONE_ACTIVE = `${NOTHING_TO_SERVE.why} ${NOTHING_TO_SERVE.remedy}`;
