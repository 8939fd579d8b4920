import { useEffect, useState } from "preact/hooks";
import { onLeaving } from "../api/session.ts";
import { Link } from "../parts/buttons.tsx";

/* The lookups of before, to be opened again. In this tab only: they end with it, or with the session. */

export interface RecentLookup {
  /** Where the page shows it. */
  readonly address: string;
  /** "99213 at Golden Poppy Medical Center on Oct 1, 2026" */
  readonly text: string;
  /** Where, and what else was entered: "California outpatient · Modifier 26" */
  readonly place: string;
}

/** A morning's work, and still a list to look through. */
const KEPT_MAX = 12;

const KEPT_AS = "ratebook-recent-lookups";

/** The lookups with another one first; one of the same address takes its place. */
export function withRecent(before: readonly RecentLookup[], lookup: RecentLookup): readonly RecentLookup[] {
  return [lookup, ...before.filter(({ address }) => address !== lookup.address)].slice(0, KEPT_MAX);
}

/** The stored lookups, if this page wrote them: a user of the machine can edit storage. */
export function recentIn(stored: string | null): readonly RecentLookup[] {
  try {
    const found: unknown = JSON.parse(stored ?? "[]");
    return Array.isArray(found) ? found.filter(isRecent).slice(0, KEPT_MAX) : [];
  } catch {
    return [];
  }
}

function isRecent(value: unknown): value is RecentLookup {
  if (typeof value !== "object" || value === null) return false;
  const { address, text, place } = value as Readonly<Record<string, unknown>>;
  // An address of this page, and of no other site.
  return typeof address === "string" && /^\/\?/.test(address) && typeof text === "string" && typeof place === "string";
}

function stored(): readonly RecentLookup[] {
  try {
    return recentIn(sessionStorage.getItem(KEPT_AS));
  } catch {
    return [];
  }
}

function store(lookups: readonly RecentLookup[]): void {
  try {
    if (lookups.length === 0) sessionStorage.removeItem(KEPT_AS);
    else sessionStorage.setItem(KEPT_AS, JSON.stringify(lookups));
  } catch {
    // A browser that keeps nothing, or is full: the page works without.
  }
}

onLeaving(() => store([]));

interface RecentLookupsProps {
  /** The lookup that is shown; null until it has an answer. */
  readonly shown: RecentLookup | null;
  readonly address: string;
}

/** The lookups of before, newest first, without the one that is shown. */
export function RecentLookups({ shown, address }: RecentLookupsProps) {
  const [lookups, setLookups] = useState(stored);
  useEffect(() => {
    if (shown === null) return;
    const next = withRecent(stored(), shown);
    store(next);
    setLookups(next);
  }, [shown?.address, shown?.text]);
  const others = lookups.filter((each) => each.address !== address);
  if (others.length === 0) return null;
  return (
    <details class="examples recent-lookups">
      <summary>Recent rates, in this tab ({others.length})</summary>
      <ul>
        {others.map((each) => (
          <li key={each.address}>
            <Link to={each.address}>{each.text}</Link> <span class="recent-place">{each.place}</span>
          </li>
        ))}
      </ul>
      <button
        type="button"
        class="quiet in-text"
        onClick={() => {
          store([]);
          setLookups([]);
        }}
      >
        Clear<span class="unseen"> the recent rates</span>
      </button>
    </details>
  );
}
