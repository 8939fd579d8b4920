import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { goTo } from "../address.ts";
import { csvText, type TableColumn } from "./data-table.tsx";

const SAID_MILLISECONDS = 2_000;

interface CopyButtonProps {
  readonly text: string;
  /** What is copied, for those who do not see what stands beside it. */
  readonly what: string;
  /** What the button says. */
  readonly label?: string;
}

/** Copies a text, and says so. */
export function CopyButton({ text, what, label = "Copy" }: CopyButtonProps) {
  const [said, setSaid] = useState("");
  async function copy() {
    // Only secure and loopback addresses have a clipboard; elsewhere the text can be marked and copied by hand.
    const isCopied = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    setSaid(isCopied ? "Copied" : "Mark and copy it by hand");
    setTimeout(() => setSaid(""), SAID_MILLISECONDS);
  }
  return (
    <span class="copy">
      <button type="button" class="quiet" onClick={copy}>
        {label}
        {what === "" ? null : <span class="unseen"> {what}</span>}
      </button>
      <span role="status">{said}</span>
    </span>
  );
}

interface CsvButtonProps<Row> {
  readonly name: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
}

/** Excel reads a CSV as UTF-8 only with this mark. */
export const BYTE_ORDER_MARK = "\ufeff";

/** Saves a table as a CSV file, with the API's own digits. */
export function CsvButton<Row>({ name, columns, rows }: CsvButtonProps<Row>) {
  function save() {
    const lines = [columns.map(({ title }) => title), ...rows.map((row) => columns.map(({ value }) => value(row)))];
    saveFile(new Blob([BYTE_ORDER_MARK, csvText(lines)], { type: "text/csv" }), name, "csv");
  }
  return (
    <button type="button" class="quiet" onClick={save}>
      Save as CSV
    </button>
  );
}

/** Saves a file under a name of small letters, digits and dashes. */
export function saveFile(content: Blob, name: string, extension: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}.${extension}`;
  link.click();
  URL.revokeObjectURL(address);
}

interface LinkProps {
  readonly to: string;
  readonly children: ComponentChildren;
  readonly isCurrent?: boolean;
  readonly class?: string;
}

/** A link to another view of the page, shown without reloading; with a modifier key it is an ordinary link. */
export function Link({ to, children, isCurrent = false, class: className }: LinkProps) {
  function follow(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
    event.preventDefault();
    goTo(to);
    // As after a page load: the reader, and the screen reader, begin at the top.
    scrollTo(0, 0);
  }
  return (
    <a href={to} onClick={follow} class={className} aria-current={isCurrent ? "page" : undefined}>
      {children}
    </a>
  );
}

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
      <span class="unseen">Colors</span>
      <select value={theme} onChange={({ currentTarget }) => setTheme(currentTarget.value as Theme)}>
        <option value="auto">Auto</option>
        <option value="light">Light</option>
        <option value="dark">Dark</option>
      </select>
    </label>
  );
}
