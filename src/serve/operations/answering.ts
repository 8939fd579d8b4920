import type { AddressInfo, Server } from "node:net";
import { WatchedDisk } from "../../core/files/disk.ts";
import { failure, reasonOf } from "../../core/runtime/failure.ts";
import { EndedSessions, type PageSession } from "../../keys/ended-sessions.ts";
import { unusableStore } from "../../keys/key-file.ts";
import { WatchedKeyRing } from "../../keys/key-ring.ts";
import type { RateLimits } from "../../keys/rate-limits.ts";
import type { Used } from "../../keys/usage/usage-store.ts";
import type { Release, ReleaseDescription } from "../../release/release.ts";
import type { DatabaseState, ServerConfiguration } from "./configuration.ts";
import { openHome } from "./home.ts";
import type { Log, ServedRequest } from "./log.ts";
import type { Metrics } from "./metrics.ts";
import { closeGracefully, unboundMessage } from "./port.ts";
import { type Application, type Product, recordJobsEvent, recordLongWorkEvent } from "./product.ts";
import { ReleaseKeeper, ReleaseSlot } from "./release-slot.ts";
import { monthsOrNever } from "./setting.ts";
import { letHelpersGiveWay } from "./threads.ts";
import { todayIn } from "./today.ts";

interface AnsweringContext {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly limits: RateLimits;
  /** Receives what keys have used. */
  readonly use: (used: Used) => void;
  readonly onAnswer?: () => void;
  readonly metricsText: () => Promise<string>;
  /** Called when the keys come from another file. */
  readonly onKeysReopened: (place: string) => void;
  /** Called when this process has replaced a damaged release by itself. */
  readonly onReopened: (description: ReleaseDescription) => void;
  /** Informs the other processes of the server that a session of the page has ended; resolves when all have confirmed. */
  readonly announceEndedSession: (session: PageSession) => Promise<void>;
}

/** A process that answers requests: the only one of a server, or one of several workers. */
export class Answering {
  readonly #configuration: ServerConfiguration;
  readonly #product: Product;
  readonly #context: AnsweringContext;
  readonly #releases = new ReleaseSlot();
  readonly #keeper: ReleaseKeeper;
  readonly #observations: Observations<ServedRequest>;
  readonly #endedSessions: EndedSessions;
  #prepared: Release | null = null;
  #keys: WatchedKeyRing | null = null;
  #homeDisk: WatchedDisk | null = null;
  #application: Application | null = null;
  #isStopping = false;
  /** Resolves when the port is closed; null before that begins. */
  #portClosing: Promise<void> | null = null;
  #isShuttingDown = false;
  #databaseState: DatabaseState | null = null;

  constructor(configuration: ServerConfiguration, product: Product, context: AnsweringContext) {
    this.#configuration = configuration;
    this.#product = product;
    this.#context = context;
    this.#endedSessions = new EndedSessions(configuration.pageAccess.endedSessions);
    if (configuration.databaseState !== null) this.noteDatabase(configuration.databaseState);
    this.noteReload(configuration.reloadRefusal);
    this.#observations = new Observations((request) => {
      context.log.request(request, this.#isStopping);
      context.metrics.observe(request);
      context.use(request);
    });
    this.#keeper = new ReleaseKeeper({
      slot: this.#releases,
      open: () => this.#open(),
      path: configuration.release,
      log: context.log,
      onReopened: (description) => {
        if (this.#releases.current !== null) context.metrics.released(this.#releases.current);
        context.onReopened(description);
      },
    });
  }

  /** Records the answers so far, before they are read. */
  settle(): void {
    this.#observations.flush();
  }

  /** Opens the release file without serving it. */
  async prepare(): Promise<ReleaseDescription> {
    this.discard();
    const release = await this.#open();
    this.#prepared = release;
    return release.description;
  }

  #open(): Promise<Release> {
    return orRefused(() => this.#product.openRelease(this.#configuration.release));
  }

  /** Puts the prepared release into service; requests under way finish with the one before. */
  adopt(): void {
    const release = this.#prepared;
    if (release === null) return;
    this.#prepared = null;
    this.#keeper.serve(release);
    this.#context.metrics.released(release);
  }

  discard(): void {
    this.#prepared?.close();
    this.#prepared = null;
  }

  /** Makes what answers requests, before the first one can come; idempotent. */
  async open(): Promise<Application> {
    this.#application ??= await this.#createApplication();
    return this.#application;
  }

  async #createApplication(): Promise<Application> {
    const { home, timeZone, metricsPort, allowedHost, staleAfter, mcp, pageAccess } = this.#configuration;
    const { log, metrics, limits, use, onAnswer, metricsText, onKeysReopened, announceEndedSession } = this.#context;
    letHelpersGiveWay();
    const { keysFile, jobsFolder, releasesFolder } = openHome(home);
    const keys = new WatchedKeyRing(keysFile, {
      onMissing: (error) => log.exception("keys_missing", error),
      onUnreadable: (error) => log.exception("keys_unreadable", unusableStore(keysFile, error)),
      onReopened: (place) => {
        log.warn("keys_reopened");
        onKeysReopened(place);
      },
    });
    this.#keys = keys;
    metrics.watchKeys(keys);
    const disk = new WatchedDisk(home);
    this.#homeDisk = disk;
    metrics.watchHome(disk);
    const application = await this.#product.createApplication({
      releases: this.#releases,
      keys,
      refusalOf: (token) => keys.refusalOf(token),
      keyStoreProblem: () => keys.storeProblem,
      homeDisk: () => disk.state,
      limits,
      ...pageAccess,
      endedSessions: this.#endedSessions,
      announceEndedSession,
      today: todayIn(timeZone),
      observe: (request) => {
        this.#observations.add(request);
        onAnswer?.();
      },
      reportFailure: (error, requestId) => log.exception("request_failed", error, requestId),
      onLongWork: (event) => recordLongWorkEvent(event, log, metrics),
      jobsFolder,
      onJobs: (event) => recordJobsEvent(event, log, metrics, use),
      metricsText: metricsPort === null ? metricsText : null,
      isStopping: () => this.#isStopping,
      isShuttingDown: () => this.#isShuttingDown,
      databaseState: () => this.#databaseState,
      allowedHosts: allowedHost,
      staleAfterMonths: monthsOrNever(staleAfter),
      releasesFolder,
      mcp,
    });
    metrics.watchReadiness(() => application.isReady());
    return application;
  }

  /**
   * Answers from now on; resolves to the port. `sharesPort`: other processes listen on it too. `waiting`: a server that listens already, and
   * whose connections are answered here from now on: at once if this is open, so that no connection is accepted in between and left alone.
   */
  async listen(sharesPort: boolean, waiting: Server | null = null): Promise<number> {
    const { host, port } = this.#configuration;
    const application = this.#application ?? (await this.open());
    try {
      await application.listen(waiting ?? { host, port, reusePort: sharesPort });
    } catch (error) {
      throw failure(unboundMessage(error, host, port));
    }
    return (application.server.address() as AddressInfo).port;
  }

  /** Only `/readyz` shows it. */
  noteReload(refusal: string | null): void {
    this.#releases.reloadRefusal = refusal;
  }

  /** No answer depends on the state of the node's database. */
  noteDatabase(state: DatabaseState): void {
    this.#databaseState = state;
    this.#context.metrics.database(state);
  }

  /** Goes on accepting and answering; `/readyz` reports the stop, and each connection ends with its next answer. */
  announceStop(): void {
    this.#isStopping = true;
  }

  /** A person has signed out, in another process of the server. */
  noteEndedSession(session: PageSession): void {
    this.#endedSessions.add(session);
  }

  /** Of several processes on one port, all close it before one sends the answers after which clients connect again. */
  stopAccepting(): Promise<void> {
    this.announceStop();
    this.#portClosing ??= this.#application?.stopAccepting() ?? Promise.resolve();
    return this.#portClosing;
  }

  async drain(): Promise<void> {
    await this.stopAccepting();
    this.#isShuttingDown = true;
    this.#keeper.end();
    if (this.#application !== null) await closeGracefully(this.#application);
    this.settle();
    this.#keys?.close();
    this.#homeDisk?.close();
    this.discard();
    this.#releases.clear();
  }
}

/** Opens or describes a release; a reason that it cannot be served is a failure, not a bug. */
export async function orRefused<Opened>(open: () => Opened | Promise<Opened>): Promise<Opened> {
  try {
    return await open();
  } catch (error) {
    throw failure(reasonOf(error));
  }
}

/** Long enough to gather many, short enough that log lines appear soon. */
const FLUSH_MILLISECONDS = 20;

const GATHERED_MAX = 1_000;

/**
 * Processes observations a little later and together. Between two answers each would cost several times as much, since its code is then
 * never warm.
 */
export class Observations<Observed> {
  readonly #dealWith: (observed: Observed) => void;
  #gathered: Observed[] = [];
  #timer: NodeJS.Timeout | null = null;

  constructor(dealWith: (observed: Observed) => void) {
    this.#dealWith = dealWith;
  }

  add(observed: Observed): void {
    this.#gathered.push(observed);
    if (this.#gathered.length >= GATHERED_MAX) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), FLUSH_MILLISECONDS);
  }

  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const gathered = this.#gathered;
    this.#gathered = [];
    for (const observed of gathered) this.#dealWith(observed);
  }
}
