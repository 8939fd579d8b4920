import { WindowLimits } from "../keys/window-limits.ts";
import type { ReleaseDescription } from "../release/release.ts";
import { Answering } from "./answering.ts";
import type { ServerConfiguration } from "./configuration.ts";
import type { LineWriter } from "./line-writer.ts";
import { Metrics } from "./metrics.ts";
import type { Product } from "./product.ts";
import type { Announcements, Service, ServiceMeans, Started } from "./service.ts";

/** A server that is one process. */
export class SingleProcess implements Service {
  readonly #writer: LineWriter;
  readonly #metrics = new Metrics();
  readonly #answering: Answering;
  #takenUp: Announcements["releaseTakenUp"] = () => {};

  constructor(configuration: ServerConfiguration, product: Product, { log, writer, audit }: ServiceMeans) {
    this.#writer = writer;
    this.#answering = new Answering(configuration, product, {
      log,
      metrics: this.#metrics,
      limits: new WindowLimits(configuration.rate),
      metricsText: () => this.metricsText(),
      onKeysReopened: (place) => audit.noteKeysReopened(place),
      sharesPort: false,
      onReopened: (release) => this.#takenUp(release),
    });
  }

  async start({ started: announce, releaseTakenUp }: Announcements): Promise<Started> {
    const release = await this.#answering.prepare();
    const started = { port: await this.#answering.listen(), release };
    announce(started);
    this.#takenUp = releaseTakenUp;
    this.#answering.adopt();
    return started;
  }

  async reload(): Promise<ReleaseDescription> {
    const release = await this.#answering.prepare();
    this.#answering.adopt();
    return release;
  }

  reopenLogs(): void {
    this.#writer.reopen();
  }

  metricsText(): Promise<string> {
    this.#answering.settle();
    return this.#metrics.text();
  }

  drain(): Promise<void> {
    return this.#answering.drain();
  }
}
