import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { findBrowser } from "../../../scripts/browser/find-browser.ts";
import { buildPage } from "../../../scripts/page/build.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");

/** A page that is open in the browser, and what it did that no page of ours may do. */
export interface OpenPage {
  readonly page: Page;
  /** Errors on the console, exceptions, and requests to other hosts: none may be. */
  readonly mistakes: readonly string[];
  close(): Promise<void>;
}

/** The service on the sample, and a real browser to look at its page with. One of each for a file of tests. */
export class Explorer {
  readonly address: string;
  /** The demo key, for requests beside the page. */
  readonly key: string;
  readonly #server: ChildProcess;
  readonly #browser: Browser;
  readonly #home: string;

  private constructor(address: string, key: string, server: ChildProcess, browser: Browser, home: string) {
    this.address = address;
    this.key = key;
    this.#server = server;
    this.#browser = browser;
    this.#home = home;
  }

  /** `release`: another than the sample's; `variables`: settings of the server, such as RATEBOOK_ARCHIVE. */
  static async start(release = "", variables: Readonly<Record<string, string>> = {}): Promise<Explorer> {
    // Of the source as it is now; `npm test` has built it already.
    await buildPage(ROOT);
    const home = mkdtempSync(join(tmpdir(), "ratebook-page-"));
    const script = join(ROOT, "test", "web", "support", "demo-server.ts");
    const server = spawn(process.execPath, [script, home, release], {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, ...variables },
    });
    const { path: executablePath, args } = await findBrowser();
    const [[line], browser] = await Promise.all([
      once(createInterface({ input: server.stdout as NodeJS.ReadableStream }), "line") as Promise<[string]>,
      chromium.launch({ executablePath, args: [...args] }),
    ]);
    const { address, key } = JSON.parse(line) as { readonly address: string; readonly key: string };
    return new Explorer(address, key, server, browser, home);
  }

  /** Opens a path of the page, such as `/?state=ca`, in a window of its own that knows nothing of the others. */
  async open(path: string, options: BrowserContextOptions = {}): Promise<OpenPage> {
    const context = await this.#browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    const page = await context.newPage();
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
    await page.goto(this.address + path);
    return { page, mistakes, close: () => context.close() };
  }

  /** Stops the server and closes the browser. */
  async end(): Promise<void> {
    await this.#browser.close();
    const ended = once(this.#server, "exit");
    this.#server.kill("SIGKILL");
    await ended;
    rmSync(this.#home, { recursive: true, force: true });
  }
}

/** Browsers print refused requests themselves; that the API refuses something is not a mistake of the page. */
function isExpected(text: string): boolean {
  return /^Failed to load resource: the server responded with a status of 4\d\d/.test(text);
}
