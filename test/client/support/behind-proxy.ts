import { afterAll, beforeAll, beforeEach } from "vitest";
import { type FaultyProxy, faultyProxy } from "./faulty-proxy.ts";
import { type SampleService, sampleService } from "./sample-service.ts";

type Further = Parameters<typeof sampleService>[0];

/** The service behind a faulty proxy for all tests of a file; the proxy is reset before each. */
export function behindProxy(further: Further = {}): {
  readonly service: () => SampleService;
  readonly proxy: () => FaultyProxy;
} {
  let service: SampleService;
  let proxy: FaultyProxy;
  beforeAll(async () => {
    service = await sampleService(further);
    proxy = await faultyProxy(service.port);
  });
  afterAll(async () => {
    await proxy.close();
    await service.close();
  });
  beforeEach(() => proxy.reset());
  return { service: () => service, proxy: () => proxy };
}
