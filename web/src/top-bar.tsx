import type { PageView } from "../../src/serve/http/page.ts";
import type { ReleaseInService } from "./api/ready.ts";
import type { SessionKey } from "./api/session.ts";
import { Link, ThemeSwitch } from "./parts/buttons.tsx";
import { monthText } from "./words/day.ts";

const LINKS: Readonly<Record<PageView, string>> = {
  "/": "Look up",
  "/reprice": "Reprice a file",
  "/basket": "Basket",
  "/changes": "What changed",
  "/coverage": "Coverage",
};

interface TopBarProps {
  readonly path: string;
  readonly release: ReleaseInService | null;
  readonly sessionKey: SessionKey | null;
  readonly onEnd: () => void;
}

/** Name, state of the data, and the ways through the page. */
export function TopBar({ path, release, sessionKey, onEnd }: TopBarProps) {
  return (
    <header class="top-bar">
      <div class="top-bar-inner">
        <p class="brand">
          <Link to="/">Ratebook</Link>
        </p>
        <nav aria-label="Views">
          {Object.entries(LINKS).map(([to, name]) => (
            <Link key={to} to={to} isCurrent={to === path}>
              {name}
            </Link>
          ))}
          <a href="/docs">API</a>
        </nav>
        <p class="data-state">{release === null ? " " : dataState(release)}</p>
        <div class="top-bar-end">
          {sessionKey === null ? null : (
            <button
              type="button"
              class="quiet"
              onClick={onEnd}
              title={`Key ${sessionKey.name}, ending in ${sessionKey.last_four}`}
            >
              Sign out
            </button>
          )}
          <ThemeSwitch />
        </div>
      </div>
    </header>
  );
}

/** "Ratebook sample 2026.11 · synthetic in part · newest edition January 2026" */
function dataState({ name, version, sources }: ReleaseInService): string {
  const invented = sources.filter(({ synthetic }) => synthetic === true).length;
  const real = sources.filter(({ synthetic }) => synthetic !== true);
  // Of what was imported; when a text of our own was written says nothing about the rates.
  const newest =
    real
      .map(({ edition }) => edition ?? "")
      .sort()
      .at(-1) ?? "";
  return [
    `${name} ${version}`,
    ...(invented === 0 ? [] : [real.length === 0 ? "synthetic" : "synthetic in part"]),
    ...(newest === "" ? [] : [`newest edition ${monthText(newest)}`]),
  ].join(" · ");
}
