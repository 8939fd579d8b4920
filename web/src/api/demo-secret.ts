/*
 * `ratebook start` prints an address with a secret after #, which a browser sends to no server. The page exchanges it for a
 * session of the demo key. It is kept in memory alone, so that a session that has ended can be renewed in this tab.
 */

const FRAGMENT = /^#demo=([A-Za-z0-9_-]+)$/;

let secret: string | null = null;

/** Whether the address has a secret that has not been taken from it. */
export function hasDemoFragment(): boolean {
  return FRAGMENT.test(location.hash);
}

/** The secret that this page was opened with; null: none. The address loses it, so that a link that is passed on has no secret. */
export function demoSecret(): string | null {
  const shown = FRAGMENT.exec(location.hash)?.[1];
  if (shown !== undefined) {
    secret = shown;
    history.replaceState(history.state, "", location.pathname + location.search);
  }
  return secret;
}

/** After signing out, only the printed address begins another session. */
export function forgetDemoSecret(): void {
  secret = null;
}
