/** The style of the API's documentation page: the shop's colours with the system's own font. */
export const API_DOCS_STYLE = `
:root { color-scheme: light dark; --paper: light-dark(#f5f3ef, #0d0f15); --card: light-dark(#ece9e3, #181a20);
  --ink: light-dark(#121419, #f0eeea); --muted: light-dark(#53555c, #a2a4ab); --link: light-dark(#383da2, #9dabf7) }
* { box-sizing: border-box }
html { scroll-padding-top: 1rem }
body { margin: 0 auto; max-width: 82rem; padding: 1.5rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, sans-serif; display: grid; gap: 0 2.5rem; grid-template-columns: minmax(0, 1fr) }
h1 { margin: 0; font-size: clamp(2rem, 5vw, 3.25rem); line-height: 1; letter-spacing: -0.03em }
h1::after { content: ""; display: inline-block; width: .18em; height: .18em; margin-left: .08em; background: #fea91e }
h2 { margin: 2rem 0 .5rem; font-size: 1.35rem; text-transform: capitalize }
h3 { margin: 0; font-size: 1.05rem; overflow-wrap: anywhere }
h4 { margin: 1rem 0 .25rem; font-size: .95rem }
small, .who, i { color: var(--muted); font-style: normal; font-weight: 400 }
a { color: var(--link) }
a:focus-visible, summary:focus-visible, pre:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
nav h2 { font-size: 1rem; margin: 1rem 0 .25rem }
nav ul { list-style: none; margin: 0; padding: 0 }
nav a { display: block; padding: .25rem 0; text-decoration: none; font-size: .875rem; overflow-wrap: anywhere }
nav a:hover { text-decoration: underline }
article, main section section { background: var(--card); border-radius: 14px; padding: 1rem 1.25rem; margin: 0 0 1rem }
.method { display: inline-block; font: 700 .75rem/1 ui-monospace, monospace; padding: .25em .4em; border-radius: 4px;
  background: #fea91e; color: #121419 }
code, pre { font-family: ui-monospace, monospace; font-size: .875rem }
pre { margin: 0; padding: .75rem; overflow-x: auto; background: var(--paper); border-radius: 8px }
table { border-collapse: collapse; width: 100%; margin: .75rem 0 }
caption { text-align: left; font-weight: 700; font-size: .95rem }
th, td { text-align: left; padding: .3rem .75rem .3rem 0; vertical-align: top; font-weight: 400; overflow-wrap: anywhere }
thead th { color: var(--muted); font-size: .875rem }
summary { cursor: pointer; padding: .35rem 0 }
details { margin-top: .5rem }
@media (min-width: 60rem) {
  body { grid-template-columns: 17rem minmax(0, 1fr) }
  header { grid-column: 1 / -1 }
  nav { position: sticky; top: 0; max-height: 100vh; overflow-y: auto; padding-bottom: 2rem; align-self: start }
}
`
