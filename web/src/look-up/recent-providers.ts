import { onLeaving } from "../api/leaving.ts";
import type { ProviderChoice } from "./provider-record.ts";

/** As many as fit under the field without scrolling. */
const KEPT_MAX = 6;

const KEPT_AS = "ratebook-recent-providers";

/** The providers chosen before, newest first, by state. In this tab only: they end with it, or with the session. */
type Kept = Readonly<Record<string, readonly ProviderChoice[]>>;

export function recentProviders(state: string): readonly ProviderChoice[] {
  return kept()[state] ?? [];
}

export function keepProvider(state: string, choice: ProviderChoice): void {
  const others = recentProviders(state).filter((each) => !isSame(each, choice));
  const next: Kept = { ...kept(), [state]: [choice, ...others].slice(0, KEPT_MAX) };
  try {
    sessionStorage.setItem(KEPT_AS, JSON.stringify(next));
  } catch {
    // A browser that keeps nothing, or is full: the field works without.
  }
}

onLeaving(() => {
  try {
    sessionStorage.removeItem(KEPT_AS);
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
});

function isSame(one: ProviderChoice, other: ProviderChoice): boolean {
  return one.name === other.name && one.detail === other.detail;
}

/** What is there, if this page wrote it: storage can be edited by whoever sits at the machine. */
function kept(): Kept {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(KEPT_AS) ?? "{}");
    if (typeof found !== "object" || found === null) return {};
    return Object.fromEntries(
      Object.entries(found).map(([state, choices]) => [state, Array.isArray(choices) ? choices.filter(isChoice) : []]),
    );
  } catch {
    return {};
  }
}

function isChoice(value: unknown): value is ProviderChoice {
  if (typeof value !== "object" || value === null || !("fields" in value)) return false;
  const { fields } = value;
  return (
    "name" in value &&
    typeof value.name === "string" &&
    "detail" in value &&
    typeof value.detail === "string" &&
    typeof fields === "object" &&
    fields !== null &&
    Object.values(fields).every((each) => typeof each === "string")
  );
}
