import { join } from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { findBrowser } from "../../../scripts/browser/find-browser.ts";
import { buildPage } from "../../../scripts/page/build.ts";
import { EXPECTATION_MILLISECONDS_MAX } from "../../support/waiting.ts";
import { browserOfRun, pageServerOfRun } from "./of-run.ts";
import { type PageServer, startPageServer } from "./page-server.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");

const WINDOW = { width: 1280, height: 900 };

/** How a window looks at the page. */
export type Look = Pick<BrowserContextOptions, "viewport" | "colorScheme" | "reducedMotion">;

/** A page that is open in the browser, and what it did that no page of ours may do. */
export interface OpenPage {
  readonly page: Page;
  /** Errors on the console, exceptions, and requests to other hosts: none may be. */
  readonly mistakes: readonly string[];
  close(): Promise<void>;
}

/** The service, and a real browser to look at its page with. */
export class Explorer {
  readonly address: string;
  /** The demo key, for requests beside the page. */
  readonly key: string;
  /** The folder of releases that the server compares its own with. */
  readonly releasesFolder: string;
  readonly #server: PageServer;
  readonly #browser: Browser;
  readonly #isForTests: boolean;
  /** A window that was closed, with nothing left in it of what was done there: another takes three times as long as opening a page. */
  #kept: Page | null = null;

  private constructor(server: PageServer, browser: Browser, isForTests: boolean) {
    this.address = server.address;
    this.key = server.key;
    this.releasesFolder = server.releasesFolder;
    this.#server = server;
    this.#browser = browser;
    this.#isForTests = isForTests;
  }

  /** A server and a browser of its own. `release`: another than the sample's; */
  static async start(release = ""): Promise<Explorer> {
    await buildPage(ROOT);
    const { path: executablePath, args } = await findBrowser();
    const [server, browser] = await Promise.all([
      startPageServer(release),
      chromium.launch({ executablePath, args: [...args] }),
    ]);
    return new Explorer(server, browser, false);
  }

  /** For tests: the browser and the server that all files of a run share; with a release, a server of its own. `npm test` has built the page. */
  static async ofRun(release?: string): Promise<Explorer> {
    // The browser first: where there is none, no server is left over.
    const browser = await browserOfRun();
    const server = release === undefined ? await pageServerOfRun() : await startPageServer(release);
    return new Explorer(server, browser, true);
  }

  /** The address of a path of the page, with the secret that begins a session of the demo key, as `ratebook start` prints it. */
  at(path: string): string {
    return `${this.address}${path}#demo=${this.#server.demoSecret}`;
  }

  /** Opens a path of the page, such as `/?state=ca`, in a window that knows nothing of what was done in others. */
  async open(path: string, look: Look = {}): Promise<OpenPage> {
    const page = await this.#window(look);
    const mistakes: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error" && !isExpected(message.text())) mistakes.push(`console: ${message.text()}`);
    });
    page.on("pageerror", (error) => mistakes.push(`exception: ${error.message}`));
    page.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(this.address) && !url.startsWith("blob:") && !url.startsWith("data:")) {
        mistakes.push(`request to another host: ${url}`);
      }
    });
    await page.goto(this.at(path));
    return { page, mistakes, close: () => this.#close(page) };
  }

  async #window(look: Look): Promise<Page> {
    // Tests look without motion: what fades in is there at once.
    const motion = this.#isForTests ? "reduce" : "no-preference";
    const { viewport = WINDOW, colorScheme = "light", reducedMotion = motion } = look;
    const kept = this.#kept;
    if (kept === null) {
      const context = await this.#browser.newContext({ viewport, colorScheme, reducedMotion });
      context.setDefaultTimeout(EXPECTATION_MILLISECONDS_MAX);
      return await context.newPage();
    }
    this.#kept = null;
    await kept.emulateMedia({ media: null, colorScheme, reducedMotion });
    if (viewport !== null) await kept.setViewportSize(viewport);
    return kept;
  }

  /** A window is kept only when everything in it could be forgotten; a test that fails keeps none. */
  async #close(page: Page): Promise<void> {
    const context = page.context();
    if (!this.#isForTests || this.#kept !== null || context.pages().length > 1) {
      await context.close();
      return;
    }
    page.removeAllListeners();
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await context.setOffline(false);
    // What is on its way ends with the page, so that nothing comes back with an answer. A text of the same site keeps the process.
    await page.goto(`${this.address}/livez`);
    await page.evaluate(() => {
      sessionStorage.clear();
      localStorage.clear();
    });
    await context.clearCookies();
    this.#kept = page;
  }

  /** Ends what is its own: the server of a run and its browser go on for others. */
  async end(): Promise<void> {
    await this.#browser.close();
    await this.#server.stop();
  }
}

/** Browsers print refused requests themselves; that the API refuses something is not a mistake of the page. */
function isExpected(text: string): boolean {
  return /^Failed to load resource: the server responded with a status of 4\d\d/.test(text);
}
