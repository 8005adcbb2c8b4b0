import { type Html, html } from '../../../features/text/html-text.ts';

/** The style of a page of results, in the light or dark mode of the reader's system. */
export const pageStyle: Html = html`
:root {
  color-scheme: light dark;
  --text: light-dark(#1b1f27, #e4e4e0);
  --muted: light-dark(#565b66, #a9adb6);
  --link: light-dark(#9a3b1c, #f0a183);
  --line: light-dark(#d9d6cf, #3b404b);
  --page: light-dark(#fff, #1b1f27);
  --block: light-dark(#f5f3ee, #242a35);
  --passed: light-dark(#1a6b2f, #7fd08f);
  --failed: light-dark(#b3261e, #ff9d94);
  --warning: light-dark(#7d4d00, #f0c070);
}
* { box-sizing: border-box; }
body {
  max-width: 64rem;
  margin: 0 auto;
  padding: 1.5rem;
  background: var(--page);
  color: var(--text);
  font: 1rem / 1.5 system-ui, sans-serif;
  overflow-wrap: anywhere;
}
h1 { margin: 0; font-size: 1.6rem; line-height: 1.25; }
h2 { margin: 1.8rem 0 0.4rem; font-size: 1.2rem; }
h3 { margin: 0.8rem 0 0.2rem; font-size: 1rem; }
p { margin: 0.2rem 0; }
ul { margin: 0.2rem 0; padding-inline-start: 1.2rem; }
a { color: var(--link); }
code, .grader { font-family: ui-monospace, monospace; font-size: 0.95em; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
footer { margin-top: 2rem; }
.hint, .reasons { color: var(--muted); }
.spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.mark { display: inline-block; min-width: 1.1em; font-weight: 700; text-align: center; }
.passed { color: var(--passed); }
.failed, .error { color: var(--failed); }
.stopped { color: var(--warning); }
.unknown { color: var(--muted); }
.banner, .endings, .advisories {
  margin: 0.6rem 0;
  padding: 0.5rem 0.8rem;
  border-inline-start: 4px solid var(--warning);
  background: var(--block);
}
.endings { border-color: var(--failed); }
.endings, .advisories, .counts, .verdicts { list-style: none; }
.counts { display: flex; flex-wrap: wrap; gap: 0.2rem 1.4rem; margin-top: 1rem; padding: 0; font-size: 1.1rem; }
.verdicts { padding: 0; }
.verdicts li { margin-block: 0.4rem; }
table { width: 100%; border-collapse: collapse; }
th, td {
  padding: 0.3rem 0.8rem 0.3rem 0;
  border-bottom: 1px solid var(--line);
  text-align: start;
  vertical-align: top;
  font-variant-numeric: tabular-nums;
}
th { color: var(--muted); font-weight: 600; }
summary { padding: 0.4rem 0; cursor: pointer; }
.case { margin-top: 0.4rem; border-bottom: 1px solid var(--line); }
.name { font-weight: 600; }
.body { padding: 0 0 1rem 1.2rem; }
.run { padding-inline-start: 0.4rem; }
.run[open] { padding-bottom: 0.6rem; }
.written, .reasons, blockquote { white-space: pre-wrap; }
.written, blockquote { margin: 0.2rem 0; padding: 0.4rem 0.8rem; border-radius: 4px; background: var(--block); }
@media (max-width: 40rem) {
  body { padding: 1rem 0.8rem; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table, tbody, tr, td { display: block; }
  tr { padding-block: 0.4rem; border-bottom: 1px solid var(--line); }
  td { padding: 0.1rem 0; border-bottom: 0; }
  td:not(:first-child)::before { content: attr(data-column) ": "; color: var(--muted); }
  .body { padding-inline-start: 0.4rem; }
}
@media print {
  body { max-width: none; padding: 0; }
}
`;

/** The hash of the style, by which the policy of the page permits it. A test says what it is. */
export const pageStyleHash: Html = html`sha256-M1dJk2QT4uYx293n7zUNqfTWi5ZfpjAlIEtVVYvIrRM=`;
