/** The look of the sandbox's dialog: plainly not the shop's own. The browser adopts it as a constructed stylesheet. */
export const CHECKOUT_STYLES = `
html:has(dialog.sandbox-checkout[open]) { overflow: hidden; }
dialog.sandbox-checkout {
  --ink: light-dark(#14181f, #f2f3f5); --paper: light-dark(#ffffff, #1a1e26); --quiet: light-dark(#525a66, #aab1bd);
  --line: light-dark(#767e8a, #858d99); --accent: light-dark(#1f4fd8, #9db8ff); --on-accent: light-dark(#ffffff, #0e1420);
  --bad: light-dark(#a5141c, #ffb0b0); --tape: light-dark(#fff1c9, #3a3213);
  color-scheme: light dark; box-sizing: border-box; position: fixed; inset: 0; margin: auto; padding: 0; border: 0;
  width: min(26rem, calc(100vw - 2rem)); max-height: calc(100dvh - 2rem); height: fit-content; overflow: auto;
  border-radius: 14px; background: var(--paper); color: var(--ink); box-shadow: 0 24px 80px rgb(0 0 0 / 0.35);
  font: 400 1rem/1.45 system-ui, sans-serif; letter-spacing: normal; text-align: start;
}
dialog.sandbox-checkout:not([open]) { display: none; }
dialog.sandbox-checkout::backdrop { background: rgb(10 12 18 / 0.6); }
dialog.sandbox-checkout * { box-sizing: border-box; margin: 0; letter-spacing: normal; }
dialog.sandbox-checkout .notice {
  padding: 0.75rem 1.5rem; background: var(--tape); border-block-end: 2px dashed var(--line); font-size: 0.875rem;
}
dialog.sandbox-checkout .content { display: grid; gap: 1rem; padding: 1.25rem 1.5rem 1.5rem; }
dialog.sandbox-checkout h2 { font: 700 1.125rem/1.3 system-ui, sans-serif; }
dialog.sandbox-checkout .amount { font-size: 2rem; font-weight: 700; line-height: 1.2; font-variant-numeric: tabular-nums; }
dialog.sandbox-checkout :is(h2, .amount) { min-height: 1lh; }
dialog.sandbox-checkout .quiet { color: var(--quiet); font-size: 0.875rem; overflow-wrap: anywhere; }
dialog.sandbox-checkout fieldset { display: flex; gap: 0.75rem; padding: 0; border: 0; min-width: 0; }
dialog.sandbox-checkout legend { padding: 0 0 0.375rem; font-size: 0.875rem; font-weight: 600; }
dialog.sandbox-checkout label {
  flex: 1; display: flex; align-items: center; gap: 0.5rem; min-height: 2.75rem; padding: 0 0.875rem;
  border: 1px solid var(--line); border-radius: 8px; cursor: pointer;
}
dialog.sandbox-checkout label:has(:checked) { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
dialog.sandbox-checkout input { accent-color: var(--accent); width: 1.125rem; height: 1.125rem; }
dialog.sandbox-checkout .failure { color: var(--bad); font-weight: 600; }
dialog.sandbox-checkout .failure:empty, dialog.sandbox-checkout .progress:empty { display: none; }
dialog.sandbox-checkout .buttons { display: grid; grid-template-columns: 1fr 1fr; gap: 0.75rem; }
dialog.sandbox-checkout button {
  min-height: 2.75rem; padding: 0.5rem 1rem; border: 1px solid var(--line); border-radius: 8px; cursor: pointer;
  background: transparent; color: var(--ink); font: 600 1rem/1.2 system-ui, sans-serif;
}
dialog.sandbox-checkout button.pay {
  grid-column: 1 / -1; border-color: var(--accent); background: var(--accent); color: var(--on-accent);
}
dialog.sandbox-checkout button[aria-disabled='true'] { opacity: 0.6; cursor: progress; }
dialog.sandbox-checkout :is(button, input):focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`
