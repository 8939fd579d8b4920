import { Link } from "./buttons.tsx";

/** Where a page before or after is: an address, or what shows it; null where there is none. */
type Turn = string | (() => void) | null;

interface PagesProps {
  /** What is paged, for those who do not see it: "Pages of the lines". */
  readonly label: string;
  /** What is shown: "Lines 1 to 50 of 210". */
  readonly shown: string;
  /** How many a page has. */
  readonly size: number;
  readonly previous: Turn;
  readonly next: Turn;
}

/** The pages of a list that the service answers page by page. */
export function Pages({ label, shown, size, previous, next }: PagesProps) {
  return (
    <nav class="pages" aria-label={label}>
      <Turned to={previous}>{`Previous ${size}`}</Turned> <span role="status">{shown}</span>{" "}
      <Turned to={next}>{`Next ${size}`}</Turned>
    </nav>
  );
}

function Turned({ to, children }: { readonly to: Turn; readonly children: string }) {
  if (typeof to === "string") {
    return (
      <Link to={to} class="page-turn">
        {children}
      </Link>
    );
  }
  return (
    <button type="button" disabled={to === null} onClick={to ?? undefined}>
      {children}
    </button>
  );
}
