import { type Browser, chromium } from "playwright-core";
import { findBrowser } from "../../../scripts/browser/find-browser.ts";
import { type RunningService, service } from "../../support/service.ts";
import { type PageServer, startPageServer } from "./page-server.ts";

/* The browser and the server on the sample that all test files of a run share (test/support/suite/services.ts). */

interface SharedBrowser {
  readonly endpoint: string;
}

/** Starts the browser of a run. It runs beside vitest's main process, and each test file that connects sees its own windows alone. */
export async function sharedBrowser(): Promise<RunningService> {
  const { path: executablePath, args } = await findBrowser();
  const server = await chromium.launchServer({ executablePath, args: [...args], host: "127.0.0.1" });
  const about: SharedBrowser = { endpoint: server.wsEndpoint() };
  return { about, stop: () => server.close() };
}

/** Starts the server of a run, on the sample. */
export async function sharedPageServer(): Promise<RunningService> {
  const { stop, ...about } = await startPageServer();
  return { about, stop };
}

/** A connection to the browser of the run. */
export async function browserOfRun(): Promise<Browser> {
  const { endpoint } = await service<SharedBrowser>("browser");
  return await chromium.connect(endpoint);
}

/** The server of the run. A test file does not stop or change it: others use it too. */
export async function pageServerOfRun(): Promise<PageServer> {
  const server = await service<Omit<PageServer, "stop">>("page-server");
  return { ...server, stop: async () => {} };
}
