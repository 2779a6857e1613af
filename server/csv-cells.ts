// A spreadsheet takes text that begins like this for a formula, and would run it.
const FORMULA = /^'*(?:\s*[=+\-@＝＋－＠]|[\t\r])/u

/** Text that no spreadsheet runs: an apostrophe before it, which `disarmed` takes away again. Nothing else changes. */
export const armed = (text: string) => (FORMULA.test(text) ? `'${text}` : text)

/** What was written before it was `armed`. */
export const disarmed = (text: string) => (text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text)
