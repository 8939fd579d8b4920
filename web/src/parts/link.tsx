import type { ComponentChildren } from "preact";
import { goTo } from "../address.ts";

interface LinkProps {
  readonly to: string;
  readonly children: ComponentChildren;
  readonly isCurrent?: boolean;
  readonly class?: string;
}

/** A link to another view of the page, shown without loading the page anew; with a modifier key it is a link like any other. */
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
