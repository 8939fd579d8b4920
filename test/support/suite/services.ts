import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sharedPostgres } from "../postgres/shared.ts";
import { type RunningService, SERVICES_VARIABLE, type ServiceName } from "../service.ts";

/*
 * What is too slow to start for each test file is started once in a run, by the first file that needs it, and ended after the last. It runs in
 * vitest's main process; test files ask for it over HTTP (`service` in test/support/service.ts).
 */

const SERVICES: Readonly<Record<ServiceName, () => Promise<RunningService>>> = {
  postgres: sharedPostgres,
  // Loaded when they are asked for: most runs of a few files need no browser.
  browser: async () => (await import("../../web/support/of-run.ts")).sharedBrowser(),
  "page-server": async () => (await import("../../web/support/of-run.ts")).sharedPageServer(),
};

export async function setup(): Promise<() => Promise<void>> {
  const running = new Map<string, Promise<RunningService>>();
  const startOnce = (name: string): Promise<RunningService> => {
    if (!isService(name)) throw new Error(`There is no service ${name} for tests.`);
    const start = SERVICES[name];
    const started = running.get(name) ?? start();
    running.set(name, started);
    return started;
  };
  const server = createServer(async (request, response) => {
    try {
      const { about } = await startOnce((request.url ?? "").slice(1));
      response.end(JSON.stringify(about));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  process.env[SERVICES_VARIABLE] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return async () => {
    delete process.env[SERVICES_VARIABLE];
    server.close();
    await Promise.allSettled([...running.values()].map(async (service) => (await service).stop()));
  };
}

function isService(name: string): name is ServiceName {
  return name in SERVICES;
}
