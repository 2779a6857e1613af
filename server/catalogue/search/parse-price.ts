const PAISE_PER_RUPEE = 100
/** A bare number below this is a size or part of a name. */
const LOWEST_BARE_PRICE = 100
/** `around 1500` means this share less or more. */
const AROUND = 0.2

const CURRENCY = String.raw`(?:rs\.?|inr|rupees|₹)`
const SUFFIX = String.raw`(?:(?:rs|inr|rupees|₹)(?!\p{Letter})|\/-)`
const IN_CURRENCY = new RegExp(CURRENCY, 'u')
const UNDER = 'under|below|(?:less|lower|cheaper|not? more) th[ae]n|up ?to|till?|within|max(?:imum)?|budget(?: of)?'
const OVER =
  'over|above|(?<!not? )(?:more|greater|higher) th[ae]n|at least|min(?:imum)?|starting(?: from| at)?|from|not? less th[ae]n'
const LOWER = 'less|below|under|lower|cheaper'
const HIGHER = 'above|more|over|higher|up(?:wards)?'

const word = (choices: string) => String.raw`(?<![\p{Letter}\d])(?:${choices})(?!\p{Letter})`
/** `1e400`, `2xl` and a part of `1,500` are no amounts; `1000to 2000` has two. */
const numberAs = (name: string) =>
  String.raw`(?:(?<=${CURRENCY} ?)|(?<![\p{Letter}\d.,%]))(?<${name}>\d[\d,]*(?:\.\d+)?)(?: ?(?<${name}Thousands>k)(?!\p{Letter}))?` +
  String.raw`(?![.,]?\d|(?!(?:rs|inr|rupees|to|and|or|max|onwards)(?:\P{Letter}|$))\p{Letter})`
const amountAs = (name: string) => `(?:${CURRENCY} ?)?${numberAs(name)} ?${SUFFIX}?`
const AMOUNT = amountAs('amount')

const said = (kind: 'range' | 'around' | 'lowest' | 'highest' | 'price', leastRupees: number, ...parts: string[]) => ({
  kind,
  leastRupees,
  pattern: new RegExp(parts.join(' ?'), 'u'),
})

/**
 * The phrases that make an amount a price, in the order in which they are tried, each with the fewest rupees that it
 * can mean. A price without comparison is the highest price.
 */
const PATTERNS = [
  said('range', 0, word('between|from'), amountAs('from'), '(?:-|–|to|and|till?|upto)', amountAs('to')),
  said('range', LOWEST_BARE_PRICE, amountAs('from'), '(?:-|–|to)', amountAs('to')),
  said('around', LOWEST_BARE_PRICE, word('around|about|near(?:ly)?|approx(?:imately)?|roughly'), AMOUNT),
  said('lowest', 0, `(?:${word(OVER)}|>=?)`, AMOUNT),
  said('lowest', 0, AMOUNT, String.raw`(?:\+|(?:(?:or|and|&) (?:${HIGHER})|onwards)(?!\p{Letter}))`),
  said('highest', 0, `(?:${word(UNDER)}|<=?)`, AMOUNT),
  said('highest', 0, AMOUNT, String.raw`(?:(?:or|and|&) (?:${LOWER})|max(?:imum)?)(?!\p{Letter})`),
  said('price', LOWEST_BARE_PRICE, word('price|rate|cost|mrp|in|for|at|of|@'), AMOUNT),
  said('price', 0, `(?:${CURRENCY} ?${numberAs('amount')}(?: ?${SUFFIX})?|${numberAs('amount')} ?${SUFFIX})`),
]

/** Bounds of the paid price in paise, both included. */
export interface PriceBounds {
  lowestPaise?: number
  highestPaise?: number
}

const rupeesOf = (amount = '', thousands?: string) => Number(amount.replaceAll(',', '')) * (thousands ? 1000 : 1)
const paiseOf = (rupees: number) => Math.round(rupees * PAISE_PER_RUPEE)

/** The lowest and the highest amount found, in rupees. `1-2k` is 1,000 to 2,000. */
function amountsIn({ amount, amountThousands, from, fromThousands, to, toThousands }: Record<string, string>) {
  if (amount !== undefined) return [rupeesOf(amount, amountThousands)]
  const isShort = rupeesOf(from) < LOWEST_BARE_PRICE
  const ends = [rupeesOf(from, fromThousands ?? (isShort ? toThousands : undefined)), rupeesOf(to, toThousands)]
  return ends.toSorted((a, b) => a - b)
}

/**
 * Finds a price in a plain text and removes it: `under 2000`, `above ₹1,500`, `1000-2000`, `1500 or less`, `rs 999`.
 * One space must separate the words.
 */
export function parsePrice(plain: string): { rest: string; bounds: PriceBounds } {
  let rest = plain
  const bounds: PriceBounds = {}
  for (const { kind, leastRupees, pattern } of PATTERNS) {
    const isOpen =
      kind === 'lowest' || kind === 'highest' ? !(`${kind}Paise` in bounds) : Object.keys(bounds).length === 0
    const found = isOpen ? pattern.exec(rest) : null
    if (!found) continue
    const [lowest = 0, highest = lowest] = amountsIn(found.groups ?? {})
    // Two small bare numbers are sizes.
    if (lowest < leastRupees && !(kind === 'range' && IN_CURRENCY.test(found[0]))) continue
    rest = `${rest.slice(0, found.index)} ${rest.slice(found.index + found[0].length)}`
    const [below, above] = kind === 'around' ? [1 - AROUND, 1 + AROUND] : [1, 1]
    if (kind !== 'highest' && kind !== 'price') bounds.lowestPaise = paiseOf(lowest * below)
    if (kind !== 'lowest') bounds.highestPaise = paiseOf(highest * above)
  }
  return { rest, bounds }
}
