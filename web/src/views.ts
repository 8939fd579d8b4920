import { useEffect, useState } from "preact/hooks";
import type { PageView } from "../../src/serve/http/page.ts";
import type { ViewProps } from "./address.ts";
import { type Pace, type Problem, usePace } from "./api/ask.ts";
import { LookUpView } from "./look-up/look-up-view.tsx";

/* Look up is part of the first script of the page. The script of every other view is loaded when the view is opened (code splitting). */

type View = (props: ViewProps) => preact.JSX.Element;

/** The views by their path; the server serves the page's document under each of them. */
const LOADERS: Readonly<Record<PageView, () => Promise<View>>> = {
  "/": async () => LookUpView,
  "/reprice": async () => (await import("./repricing/repricing-view.tsx")).RepricingView,
  "/basket": async () => (await import("./basket/basket-view.tsx")).BasketView,
  "/changes": async () => (await import("./changes/changes-view.tsx")).ChangesView,
  "/coverage": async () => (await import("./coverage/coverage-view.tsx")).CoverageView,
  "/load-rates": async () => (await import("./load-rates/load-rates-view.tsx")).LoadRatesView,
};

/** Only the first visit of a view waits for its script. */
const loaded = new Map<PageView, View>([["/", LookUpView]]);

/** The server has only the scripts of its version: a page that was opened before an update finds no others. */
export const VIEW_NOT_LOADED: Problem = {
  status: 0,
  code: "view_not_loaded",
  title: "This view could not be loaded",
  detail: "Ratebook may have been updated since this page was opened, or it cannot be reached. Load the page again.",
};

type ViewState =
  | { readonly state: "here"; readonly View: View }
  | { readonly state: "waiting"; readonly pace: Pace }
  | { readonly state: "failed" };

function isView(path: string): path is PageView {
  return path in LOADERS;
}

/** The view of a path, once its script is loaded. Any other path shows Look up. */
export function useView(path: string): ViewState {
  const name = isView(path) ? path : "/";
  const [failed, setFailed] = useState<ReadonlySet<PageView>>(new Set());
  // The last script that was loaded: it draws the page again.
  const [, setArrived] = useState<PageView | null>(null);
  const View = loaded.get(name);
  const isWaiting = View === undefined && !failed.has(name);
  const pace = usePace(isWaiting);
  useEffect(() => {
    if (loaded.has(name)) return;
    LOADERS[name]().then(
      (view) => {
        loaded.set(name, view);
        setArrived(name);
      },
      () => setFailed((before) => new Set([...before, name])),
    );
  }, [name]);
  if (View !== undefined) return { state: "here", View };
  return isWaiting ? { state: "waiting", pace } : { state: "failed" };
}
