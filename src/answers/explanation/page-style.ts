/** The look of the page: readable on paper in black and white, on A4 and US Letter, and on narrow screens. */
export const STYLE = `
:root {
  --ink: #1a1a1a; --soft: #505050; --rule: #c4c4c4; --faint: #f3f3f1; --paper: #fff; --accent: #12507b;
  color-scheme: light dark;
}
@media screen and (prefers-color-scheme: dark) {
  :root { --ink: #ececea; --soft: #b4b4b0; --rule: #55554f; --faint: #262624; --paper: #171716; --accent: #8fc3ea; }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 24px 24px 48px; max-width: 54rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  font-variant-numeric: tabular-nums;
}
h1, h2, h3, p, dl, dd, ul, table { margin: 0; }
h1 { font-size: 16px; font-weight: 400; color: var(--soft); }
h2 { font-size: 20px; line-height: 1.3; }
h3, .minor { font-size: 16px; line-height: 1.3; margin: 28px 0 8px; }
a { color: var(--accent); }
code, .id { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; font-size: 0.875em; }
code { overflow-wrap: anywhere; }
.masthead { display: flex; flex-wrap: wrap; gap: 0 24px; justify-content: space-between; padding-bottom: 8px;
  border-bottom: 2px solid var(--ink); color: var(--soft); }
article, .front { margin-top: 24px; }
article + article, .front + article, .line { margin-top: 48px; padding-top: 24px; border-top: 2px solid var(--ink); }
.price { display: block; font-size: 44px; font-weight: 600; line-height: 1.2; letter-spacing: -0.01em; }
.noprice { display: block; font-size: 28px; font-weight: 600; line-height: 1.2; }
.rate { display: block; font-size: 20px; font-weight: 600; line-height: 1.3; }
.for { display: block; margin-top: 4px; font-size: 16px; font-weight: 400; }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); gap: 8px 24px; margin-top: 16px;
  padding: 12px 0; border-top: 1px solid var(--rule); border-bottom: 1px solid var(--rule); }
.facts dt, .fields dt { font-size: 14px; color: var(--soft); }
.facts dd { overflow-wrap: anywhere; }
.notice { margin-top: 16px; padding: 8px 12px; border-left: 4px solid var(--ink); background: var(--faint); }
.test-data { border: 2px solid #8a5200; border-left-width: 4px; }
h3 + .notice { margin-top: 0; }
.notice p + p, .notice ul { margin-top: 4px; }
.notice ul { padding-left: 20px; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: 14px; line-height: 1.4; }
.line article:first-of-type { margin-top: 24px; }
.line > p { margin-top: 12px; }
.warning { font-weight: 600; }
.lead { padding-bottom: 4px; font-size: 14px; color: var(--soft); }
/* For those who hear the page: what others see in the heading. */
caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
table { position: relative; }
th, td { padding: 6px 12px 6px 0; text-align: left; vertical-align: baseline; border-bottom: 1px solid var(--rule); }
th:last-child, td:last-child { padding-right: 0; }
thead th { font-weight: 600; border-bottom: 1px solid var(--ink); }
tbody th { font-weight: 400; }
.amount { text-align: right; white-space: nowrap; }
.nowrap { white-space: nowrap; }
.small { display: block; font-size: 13px; color: var(--soft); }
.paid td, .paid th { font-weight: 600; border-bottom: 2px solid var(--ink); }
.paid .small { font-weight: 400; }
.source th { padding-top: 12px; font-weight: 400; overflow-wrap: anywhere; border-bottom: 0; }
.source strong { font-weight: 600; }
.source .small code { font-size: 12px; }
.figure:not(:last-child) > * { border-bottom: 0; }
.figure > * { padding-top: 2px; padding-bottom: 2px; }
.last > * { padding-bottom: 8px; }
.fields { font-size: 14px; }
.fields div { display: inline; }
.fields div:not(:last-child)::after { content: ";"; }
.fields dt, .fields dd { display: inline; overflow-wrap: anywhere; }
.fields dt { font-size: inherit; }
.rows { padding: 0; list-style: none; font-size: 14px; }
.rows > li + li { margin-top: 8px; }
.rows ul { padding-left: 20px; }
.periods { font-size: 13px; color: var(--soft); }
.release { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; font-size: 14px; }
.release dt { color: var(--soft); }
.release dd { overflow-wrap: anywhere; }
@media (max-width: 40rem) {
  body { padding: 16px 16px 32px; }
  .price { font-size: 36px; }
  .release { grid-template-columns: 1fr; gap: 0; }
  .release dd { margin-bottom: 8px; }
}
@media print {
  .on-screen { display: none; }
  :root { --ink: #000; --soft: #333; --rule: #999; --faint: #fff; --paper: #fff; --accent: #000; color-scheme: light; }
  @page {
    margin: 13mm 15mm 15mm;
    @bottom-right { content: "Page " counter(page) " of " counter(pages); font: 8pt system-ui, sans-serif; }
  }
  body {
    max-width: none; padding: 0; font-size: 10pt; line-height: 1.4;
    font-family: "Helvetica Neue", Helvetica, Arial, "Liberation Sans", system-ui, sans-serif;
  }
  .masthead, h1 { font-size: 9pt; }
  h2 { font-size: 13pt; }
  h3, .minor { font-size: 11pt; margin: 10pt 0 3pt; break-after: avoid; }
  .price { font-size: 28pt; }
  .noprice { font-size: 18pt; }
  .rate { font-size: 13pt; }
  .for { font-size: 10.5pt; }
  article, .front { margin-top: 10pt; }
  article + article, .front + article, .line { break-before: page; margin-top: 0; padding-top: 0; border-top: 0; }
  .facts { margin-top: 8pt; padding: 6pt 0; gap: 3pt 16pt; grid-template-columns: repeat(3, 1fr); }
  .lead { font-size: 8.5pt; padding-bottom: 2pt; break-after: avoid; }
  .facts dt, table, .rows, .release { font-size: 8.5pt; }
  .fields { font-size: 8pt; }
  .small, .periods { font-size: 8pt; }
  .rows > li + li { margin-top: 3pt; }
  th, td { padding-top: 2.5pt; padding-bottom: 2.5pt; }
  .source th { padding-top: 5pt; }
  .figure > * { padding-top: 1pt; padding-bottom: 1pt; }
  .last > * { padding-bottom: 4pt; }
  .source .small code { font-size: 7.5pt; }
  /* A head that would be repeated may end a page without a line below it. */
  thead { display: table-row-group; break-after: avoid; }
  tr, .whole, .rows > li, .notice, .release { break-inside: avoid; }
  .release { gap: 1pt 12pt; }
  .figures tbody { break-inside: avoid; }
  .scroll { overflow: visible; }
  a { text-decoration: none; }
}
`;
