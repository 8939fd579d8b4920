import { LeasedLimits } from "../../keys/leased-limits.ts";
import { WindowLimits } from "../../keys/rate-limits.ts";
import type { ReleaseDescription } from "../../release/release.ts";
import { Answering } from "./answering.ts";
import type { DatabaseState, ServerConfiguration } from "./configuration.ts";
import { Metrics, type ServerMetrics } from "./metrics.ts";
import type { NotReadyServer } from "./port.ts";
import type { Product } from "./product.ts";
import type { Announcements, ServerUsage, Service, ServiceContext, Started } from "./service.ts";
import { todayIn } from "./today.ts";

/** A server that is one process. */
export class SingleProcess implements Service {
  readonly #metrics: Metrics;
  readonly #answering: Answering;
  readonly #usage: ServerUsage;
  #releaseReplaced: Announcements["releaseReplaced"] = () => {};

  constructor(configuration: ServerConfiguration, product: Product, context: ServiceContext) {
    const { log, writer, audit, usage, sharedLimits } = context;
    this.#usage = usage;
    this.#metrics = new Metrics(todayIn(configuration.timeZone));
    this.#metrics.server.watchLog(writer);
    this.#answering = new Answering(configuration, product, {
      log,
      metrics: this.#metrics,
      limits:
        sharedLimits === null
          ? new WindowLimits(configuration.rate)
          : new LeasedLimits(configuration.rate, async (request) => await sharedLimits.lend(request)),
      use: (used) => usage.use(used),
      metricsText: () => this.metricsText(),
      onKeysReopened: (place) => audit.noteKeysReopened(place),
      onReopened: (release) => this.#releaseReplaced(release),
      announceEndedSession: async () => {},
    });
  }

  async start(
    { started: announce, releaseReplaced }: Announcements,
    notReady: NotReadyServer | null,
  ): Promise<Started> {
    const release = await this.#answering.prepare();
    await this.#answering.open();
    const started = { port: await this.#answering.listen(false, notReady?.server), release };
    notReady?.passOn();
    announce(started);
    this.#releaseReplaced = releaseReplaced;
    this.#answering.adopt();
    return started;
  }

  async reload(): Promise<ReleaseDescription> {
    const release = await this.#answering.prepare();
    this.#answering.adopt();
    return release;
  }

  get metrics(): ServerMetrics {
    return this.#metrics.server;
  }

  metricsText(): Promise<string> {
    this.#answering.settle();
    return this.#metrics.text();
  }

  noteReload(refusal: string | null): void {
    this.#answering.noteReload(refusal);
  }

  noteDatabase(state: DatabaseState): void {
    this.#answering.noteDatabase(state);
  }

  announceStop(): void {
    this.#answering.announceStop();
  }

  async drain(): Promise<void> {
    await this.#answering.drain();
    await this.#usage.close();
  }
}
