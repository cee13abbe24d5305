/** The hosted page's only style sheet, sent inside the page. All text colors meet WCAG 2.2 AA contrast. */
export const HOSTED_PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --canvas: light-dark(oklch(0.975 0.004 225), oklch(0.18 0.011 235));
  --surface: light-dark(oklch(1 0 0), oklch(0.218 0.012 235));
  --line: light-dark(oklch(0.902 0.008 225), oklch(0.315 0.014 235));
  --line-strong: light-dark(oklch(0.655 0.016 230), oklch(0.55 0.018 235));
  --ink: light-dark(oklch(0.24 0.018 235), oklch(0.935 0.006 225));
  --muted: light-dark(oklch(0.45 0.02 233), oklch(0.755 0.014 230));
  --accent: light-dark(oklch(0.435 0.082 208), oklch(0.745 0.1 200));
  --accent-hover: light-dark(oklch(0.37 0.074 210), oklch(0.81 0.095 200));
  --on-accent: light-dark(oklch(1 0 0), oklch(0.19 0.03 220));
  --good-ink: light-dark(oklch(0.42 0.1 152), oklch(0.82 0.12 152));
  --good-soft: light-dark(oklch(0.967 0.019 155), oklch(0.285 0.042 157));
  --good-line: light-dark(oklch(0.83 0.07 155), oklch(0.43 0.07 155));
  --warn-ink: light-dark(oklch(0.45 0.095 66), oklch(0.85 0.11 82));
  --warn-soft: light-dark(oklch(0.973 0.025 88), oklch(0.295 0.042 78));
  --warn-line: light-dark(oklch(0.83 0.1 82), oklch(0.46 0.075 76));
  --bad: light-dark(oklch(0.51 0.18 26), oklch(0.73 0.14 24));
  --bad-ink: light-dark(oklch(0.48 0.17 26), oklch(0.8 0.115 22));
  --bad-soft: light-dark(oklch(0.972 0.012 18), oklch(0.285 0.05 20));
  --bad-line: light-dark(oklch(0.85 0.07 22), oklch(0.47 0.1 22));
}
*, ::before, ::after { box-sizing: border-box; }
body {
  margin: 0;
  background: var(--canvas);
  color: var(--ink);
  font: 0.9375rem/1.5 ui-sans-serif, system-ui, sans-serif;
  font-variant-numeric: tabular-nums;
}
h1, h2, p, dl, dd, ul, table { margin: 0; padding: 0; }
h1 { font-size: 1.625rem; line-height: 2rem; font-weight: 600; letter-spacing: -0.01em; text-wrap: balance; overflow-wrap: anywhere; }
h2 { font-size: 1rem; line-height: 1.375rem; font-weight: 600; }
a { color: inherit; text-underline-offset: 0.15em; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.mono { font-family: ui-monospace, SFMono-Regular, monospace; font-size: 0.9em; }
.muted { color: var(--muted); font-size: 0.8125rem; line-height: 1.25rem; }

.simulation { background: var(--warn-soft); color: var(--warn-ink); border-bottom: 1px solid var(--warn-line); }
.simulation p { max-width: 58rem; margin: 0 auto; padding: 0.625rem 1rem; text-align: center; text-wrap: balance; }

main { max-width: 58rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; display: grid; gap: 1.5rem; }
main.narrow { max-width: 36rem; }
.panel { background: var(--surface); border: 1px solid var(--line); border-radius: 0.5rem; padding: 1.25rem; }
.about { display: grid; gap: 1.5rem; align-content: start; min-width: 0; }
.stack { display: grid; gap: 1.125rem; min-width: 0; }

dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.375rem 1.25rem; }
dt { color: var(--muted); }
dd { overflow-wrap: anywhere; white-space: pre-wrap; }
table { width: 100%; border-collapse: collapse; margin-top: 0.5rem; }
th, td { text-align: left; font-weight: 400; padding: 0.375rem 0; border-top: 1px solid var(--line); }
td + td { padding-left: 1rem; text-align: right; }
td .mono { user-select: all; white-space: nowrap; }

label { display: block; font-weight: 600; }
input {
  width: 100%;
  margin-top: 0.25rem;
  padding: 0.5rem 0.625rem;
  font: inherit;
  color: inherit;
  background: var(--surface);
  border: 1px solid var(--line-strong);
  border-radius: 0.375rem;
}
input[aria-invalid] { border-color: var(--bad); box-shadow: 0 0 0 1px var(--bad); }
.short { max-width: 11rem; }
.hint, .problem { margin-top: 0.25rem; }
.problem { color: var(--bad-ink); }
button, .button {
  display: inline-block;
  padding: 0.625rem 1.25rem;
  font: inherit;
  font-weight: 600;
  color: var(--on-accent);
  background: var(--accent);
  border: 0;
  border-radius: 0.375rem;
  text-decoration: none;
  cursor: pointer;
}
button:hover, .button:hover { background: var(--accent-hover); }
form button { width: 100%; }

.notice { border: 1px solid; border-radius: 0.375rem; padding: 0.75rem 1rem; }
.notice ul { padding-left: 1.125rem; overflow-wrap: anywhere; }
.notice li:not(:first-child) { margin-top: 0.25rem; }
.good { color: var(--good-ink); background: var(--good-soft); border-color: var(--good-line); }
.bad { color: var(--bad-ink); background: var(--bad-soft); border-color: var(--bad-line); }

@media (min-width: 52rem) {
  main { padding-top: 2.5rem; }
  main.pay { grid-template-columns: minmax(0, 22rem) minmax(0, 1fr); gap: 2.5rem; }
  .panel { padding: 1.75rem; }
}
@media (forced-colors: active) {
  button, .button { border: 1px solid; }
}
`
