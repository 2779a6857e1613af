/** A value of a filter: a comma of its own has a backslash before it. */
const VALUE = /(?:\\[\\,]|[^,])+/g

/** The values of a filter as its address has them: `S,M`, or `Slim\, tapered` for one with a comma of its own. */
export const splitValues = (text: string | undefined): string[] =>
  (text?.match(VALUE) ?? []).map((value) => value.replaceAll(/\\([\\,])/g, '$1').trim()).filter(Boolean)

/** Values as `splitValues` reads them; empty for none. */
export const joinValues = (values: readonly string[]): string =>
  values.map((value) => value.replaceAll(/[\\,]/g, String.raw`\$&`)).join(',')
