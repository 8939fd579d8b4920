import { useEffect, useState } from "preact/hooks";

const THEMES = ["auto", "light", "dark"] as const;
type Theme = (typeof THEMES)[number];

const KEPT_AS = "ratebook-theme";

/** Private modes of some browsers throw where others keep nothing: the switch then works until the page is left. */
function keptTheme(): Theme {
  try {
    return THEMES.find((theme) => theme === localStorage.getItem(KEPT_AS)) ?? "auto";
  } catch {
    return "auto";
  }
}

function keepTheme(theme: Theme): void {
  try {
    if (theme === "auto") localStorage.removeItem(KEPT_AS);
    else localStorage.setItem(KEPT_AS, theme);
  } catch {
    // As above.
  }
}

/** Light, dark, or as the system is. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState(keptTheme);
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
    keepTheme(theme);
  }, [theme]);
  return (
    <label class="theme">
      <span class="unseen">Colours</span>
      <select value={theme} onChange={({ currentTarget }) => setTheme(currentTarget.value as Theme)}>
        <option value="auto">Auto</option>
        <option value="light">Light</option>
        <option value="dark">Dark</option>
      </select>
    </label>
  );
}
