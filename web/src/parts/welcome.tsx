/** What Ratebook is, in the words of the document (`web/index.html`), which shows them before the script is there. */
const WORDS =
  typeof document === "undefined" ? "" : (document.querySelector(".first-paint .welcome")?.textContent ?? "");

/** Stands where the price will be, while it is on its way. */
export function Welcome() {
  return <p class="welcome">{WORDS}</p>;
}
