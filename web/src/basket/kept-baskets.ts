import { useEffect, useState } from "preact/hooks";
import { onLeaving, onOpening } from "../api/session.ts";
import { type Basket, type Owner, Refused, storedBaskets, storedText } from "./baskets.ts";

/*
 * The baskets of this browser. They stay when a session is over, because they are for the next release. They are shown to the
 * key that they belong to alone, and removed when another key opens a session here.
 */

const KEPT_AS = "ratebook-baskets";

/** The key of the open session; null: none, and no basket is shown. */
let owner: Owner | null = null;
const watchers = new Set<() => void>();

function stored(): string | null {
  try {
    return localStorage.getItem(KEPT_AS);
  } catch {
    return null;
  }
}

/** The text that was parsed last, with its baskets: megabytes take a while. */
let parsed: { readonly text: string | null; readonly of: Owner; readonly baskets: readonly Basket[] } | null = null;

/** The baskets of the open session's key, the one that was filled last first. Read each time: other tabs change them too. */
function keptBaskets(): readonly Basket[] {
  if (owner === null) return [];
  const text = stored();
  if (parsed?.text !== text || parsed.of !== owner) {
    parsed = { text, of: owner, baskets: storedBaskets(text, owner) ?? [] };
  }
  return parsed.baskets;
}

const NOT_KEPT = new Refused(
  "The browser keeps nothing for this page: its storage is full, or this is a private window. Nothing was changed.",
);

/** Changes the baskets; returns why not, or null. */
export function changeBaskets(change: (baskets: readonly Basket[]) => readonly Basket[] | Refused): Refused | null {
  if (owner === null) return NOT_KEPT;
  const changed = change(keptBaskets());
  if (changed instanceof Refused) return changed;
  const text = storedText(owner, changed);
  if (text instanceof Refused) return text;
  try {
    localStorage.setItem(KEPT_AS, text);
  } catch {
    return NOT_KEPT;
  }
  notify();
  return null;
}

function notify(): void {
  for (const watch of watchers) watch();
}

onOpening((key) => {
  owner = key;
  if (storedBaskets(stored(), key) === null) {
    try {
      localStorage.removeItem(KEPT_AS);
    } catch {
      // A browser that keeps nothing has nothing to remove.
    }
  }
  notify();
});

onLeaving(() => {
  owner = null;
  notify();
});

/** The baskets, and again whenever this or another tab changes them. */
export function useBaskets(): readonly Basket[] {
  const [baskets, setBaskets] = useState(keptBaskets);
  useEffect(() => {
    const follow = () => setBaskets(keptBaskets());
    const followTab = ({ key }: StorageEvent) => {
      if (key === KEPT_AS || key === null) follow();
    };
    follow();
    watchers.add(follow);
    addEventListener("storage", followTab);
    return () => {
      watchers.delete(follow);
      removeEventListener("storage", followTab);
    };
  }, []);
  return baskets;
}
