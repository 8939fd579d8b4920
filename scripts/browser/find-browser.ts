import { existsSync } from "node:fs";
import { arch, platform } from "node:process";
import { failure } from "../../src/core/runtime/failure.ts";

/** A Chromium that can be started, and what it is started with. */
export interface FoundBrowser {
  readonly path: string;
  readonly args: readonly string[];
}

/** Where systems install it. */
const INSTALLED = [
  // The browser without windows, which starts in half the time.
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/**
 * Parts of Chromium that tests have no use for. Each window would load two pages for its address bar, and start a process for
 * the next site to come, which together take longer than our page. Playwright names features of its own, and Chromium reads
 * the last list alone: those that keep it off the network and from changing addresses are here again.
 */
const FEATURES = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  "SpareRendererForSitePerProcess",
  "AimEnabled",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning",
];

/** Nothing of its own over the network, and no sandbox: tests run as root in containers, and open our own pages alone. */
const QUIET = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--disable-features=${FEATURES.join(",")}`,
];

const NONE = [
  "No Chromium was found, and the page cannot be tested without one.",
  "Name one with CHROMIUM_PATH, or install it: apt-get install chromium (Debian).",
  "On Linux with an x64 processor the package @sparticuz/chromium brings one: npm install.",
].join(" ");

/** The Chromium to test with: the one that is named, an installed one, or that of an npm package (Linux on x64). */
export async function findBrowser(): Promise<FoundBrowser> {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined && named !== "") return { path: named, args: QUIET };
  const installed = INSTALLED.find((path) => existsSync(path));
  if (installed !== undefined) return { path: installed, args: QUIET };
  if (platform === "linux" && arch === "x64") {
    const { default: packaged } = await import("@sparticuz/chromium");
    // Not with its own arguments: they switch off what keeps sites apart, which is among what is tested.
    return { path: await packaged.executablePath(), args: QUIET };
  }
  throw failure(NONE);
}
