import type { PageView } from "../../src/serve/http/page.ts";
import type { ReleaseInService } from "./api/ready.ts";
import type { SessionKey } from "./api/session.ts";
import { Link, ThemeSwitch } from "./parts/buttons.tsx";
import { shortMonthText } from "./words/day.ts";

const LINKS: Readonly<Partial<Record<PageView, string>>> = {
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

/** Tables that hold no rates: registries of providers, and the descriptions that states share. */
const WITHOUT_RATES = /^common\/|\/providers$/;

/** "Ratebook sample 2026.11 · made up in part · rates as of Mar 2023 to Apr 2026" */
function dataState({ name, version, sources }: Pick<ReleaseInService, "name" | "version" | "sources">): string {
  const real = sources.filter(({ synthetic }) => synthetic !== true);
  const days = real
    .filter(({ table }) => table !== null && !WITHOUT_RATES.test(table))
    .flatMap(({ edition, published }) => edition ?? published ?? [])
    .filter((day) => /^[0-9]{4}-[0-9]{2}/.test(day))
    .sort();
  const months = [...new Set([days[0], days.at(-1)].flatMap((day) => (day === undefined ? [] : monthOf(day))))];
  return [
    `${name} ${version}`,
    ...(real.length === sources.length ? [] : [real.length === 0 ? "made up" : "made up in part"]),
    ...(months.length === 0 ? [] : [`rates as of ${months.join(" to ")}`]),
  ].join(" · ");
}

function monthOf(day: string): string {
  return shortMonthText(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1);
}
