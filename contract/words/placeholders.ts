/** What may stand in braces in the owner's words, and what each placeholder stands for. */
const PLACEHOLDERS = {
  shop: 'the shop’s name',
  name: 'the customer’s name',
  order: 'the order’s number',
  date: 'the day',
  amount: 'the money',
  product: 'the product and its size',
  pieces: 'how many pieces',
  courier: 'who carries the parcel',
  ticket: 'the message’s number',
  delivery: 'when it arrives',
  email: 'the customer’s address',
  minutes: 'how many minutes',
  hours: 'how many hours',
  days: 'how many days',
} as const
export type Placeholder = keyof typeof PLACEHOLDERS

/** What stands for the placeholders now; one that is undefined is left out of the text. */
export type PlaceholderValues = Partial<Record<Placeholder, string | undefined>>

export const inBraces = (placeholder: string) => `{${placeholder}}`

const PLACEHOLDER = /\{(\w+)\}/g
const isPlaceholder = (name: string): name is Placeholder => Object.hasOwn(PLACEHOLDERS, name)

/** A placeholder that is left out takes along the comma and the blanks that tie it to the words around it. */
function without(text: string, placeholder: string): string {
  const word = inBraces(placeholder)
  const shortened = text
    .replaceAll(new RegExp(String.raw`^\{${placeholder}\}[,:;]?[^\S\n]*`, 'gm'), '')
    .replaceAll(new RegExp(String.raw`,?[^\S\n]*\{${placeholder}\}`, 'g'), '')
  return text.startsWith(word) ? shortened.charAt(0).toUpperCase() + shortened.slice(1) : shortened
}

/** A text with its placeholders filled in, once: what a placeholder holds is never read as a placeholder. */
export function fillPlaceholders(text: string, values: PlaceholderValues): string {
  const missing = Array.from(text.matchAll(PLACEHOLDER), ([, name = '']) => name).filter(
    (name) => isPlaceholder(name) && Object.hasOwn(values, name) && values[name] === undefined,
  )
  const kept = missing.reduce(without, text)
  return kept.replaceAll(PLACEHOLDER, (word, name: string) => (isPlaceholder(name) ? (values[name] ?? word) : word))
}

const listed = (placeholders: readonly string[]) =>
  placeholders
    .map(inBraces)
    .join(', ')
    .replace(/, ([^,]*)$/, ' and $1')

/** What is wrong with the placeholders of a text, as a sentence. */
export function placeholderFault(
  text: string,
  allowed: readonly Placeholder[],
  needed: readonly Placeholder[],
): string | undefined {
  const used = Array.from(text.matchAll(PLACEHOLDER), ([, name = '']) => name)
  const foreign = used.find((name) => !allowed.some((placeholder) => placeholder === name))
  const choice = allowed.length === 0 ? 'Nothing in braces may stand here.' : `You can use ${listed(allowed)}.`
  if (foreign !== undefined) return `There is no ${inBraces(foreign.slice(0, 30))} here. ${choice}`
  if (/[{}]/.test(text.replaceAll(PLACEHOLDER, ''))) return `Braces stand around a placeholder alone. ${choice}`
  const missing = needed.find((placeholder) => !used.includes(placeholder))
  return missing && `Please keep ${inBraces(missing)}: it says ${PLACEHOLDERS[missing]}.`
}
