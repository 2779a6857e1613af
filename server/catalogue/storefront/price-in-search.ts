const PAISE_PER_RUPEE = 100
/** A bare number below this is a size or part of a name. */
const LOWEST_BARE_PRICE = 100
/** How far from the amount `around 1500` reaches. */
const AROUND = 0.2

const CURRENCY = String.raw`(?:rs\.?|inr|rupees|₹)`
const NUMBER = String.raw`(?:(?<=${CURRENCY} ?)|(?<![\p{Letter}\d.,%]))(\d[\d,]*(?:\.\d+)?) ?(k(?!\p{Letter}))?`
const AMOUNT = String.raw`(?:${CURRENCY} ?)?${NUMBER} ?(?:(?:rs|inr|rupees|₹)(?!\p{Letter})|\/-)?`
const LOWER = 'less|below|under|lower|cheaper'
const HIGHER = 'above|more|over|higher|up(?:wards)?'

const pattern = (...parts: string[]) => new RegExp(parts.join(' ?'), 'u')
const word = (choices: string) => String.raw`(?<![\p{Letter}\d])(?:${choices})(?![\p{Letter}])`

const BETWEEN = pattern(word('between|from'), AMOUNT, '(?:-|–|to|and|till?|upto)', AMOUNT)
const RANGE = pattern(AMOUNT, '(?:-|–|to)', AMOUNT)
const AROUND_AMOUNT = pattern(word('around|about|near(?:ly)?|approx(?:imately)?|roughly'), AMOUNT)
const UNDER = pattern(
  `(?:${word(
    String.raw`under|below|(?:less|lower|cheaper|not more) th[ae]n|up ?to|till?|within|max(?:imum)?|budget(?: of)?`,
  )}|<=?)`,
  AMOUNT,
)
const OR_LESS = pattern(AMOUNT, `(?:(?:or|and|&) (?:${LOWER})|max(?:imum)?)(?!\\p{Letter})`)
const OVER = pattern(
  `(?:${word(
    'over|above|(?:more|greater|higher) th[ae]n|at least|min(?:imum)?|starting(?: from| at)?|from|not less th[ae]n',
  )}|>=?)`,
  AMOUNT,
)
const OR_MORE = pattern(AMOUNT, `(?:\\+|(?:(?:or|and|&) (?:${HIGHER})|onwards)(?!\\p{Letter}))`)
/** A price without a word of comparison: the most that is to be paid. */
const PRICED = pattern(word('price|rate|cost|mrp|in|for|at|of|@'), AMOUNT)
const IN_RUPEES = new RegExp(`${CURRENCY} ?${NUMBER}|${NUMBER} ?(?:(?:rs|rupees|₹)(?!\\p{Letter})|\\/-)`, 'u')

/** Paid prices in paise, ends included. */
export interface PriceBounds {
  lowestPaise?: number
  highestPaise?: number
}

interface Understood {
  rest: string
  bounds: PriceBounds
}

const rupeesOf = (amount = '', thousands?: string) => Number(amount.replaceAll(',', '')) * (thousands ? 1000 : 1)
const paiseOf = (rupees: number) => Math.round(rupees * PAISE_PER_RUPEE)
const without = (plain: string, found: RegExpExecArray) => plain.replace(found[0], ' ')

/** `1-2k` begins at a thousand. Two small bare numbers are sizes. */
function understandRange(plain: string): Understood | undefined {
  const between = BETWEEN.exec(plain)
  const found = between ?? RANGE.exec(plain)
  if (!found) return undefined
  const [whole, from, fromThousands, to, toThousands] = found
  const ends = [rupeesOf(from, fromThousands ?? (Number(from) < LOWEST_BARE_PRICE ? toThousands : undefined))]
  ends.push(rupeesOf(to, toThousands))
  const [lowest = 0, highest = 0] = ends.toSorted((a, b) => a - b)
  const isPrice = between !== null || lowest >= LOWEST_BARE_PRICE || new RegExp(CURRENCY, 'u').test(whole)
  if (!isPrice) return undefined
  return { rest: without(plain, found), bounds: { lowestPaise: paiseOf(lowest), highestPaise: paiseOf(highest) } }
}

/** The first of these amounts, at least as high as it must be for its words to mean a price. */
function amountIn(plain: string, patterns: readonly RegExp[], leastRupees = 0) {
  for (const each of patterns) {
    const found = each.exec(plain)
    if (!found) continue
    const [, ...groups] = found
    const place = groups.findIndex(Boolean)
    const rupees = rupeesOf(groups[place], groups[place + 1])
    if (rupees >= leastRupees) return { found, rupees }
  }
  return undefined
}

/** Takes `under 2000`, `above ₹1,500`, `1000-2000`, `1500 or less` or `rs 999` out of a plain text. */
export function understandPrice(text: string): Understood {
  // The patterns look for one space: trying every share of a long gap took 25 ms for 200 characters.
  const plain = text.replaceAll(/\s+/g, ' ')
  const range = understandRange(plain)
  if (range) return range
  const around = amountIn(plain, [AROUND_AMOUNT], LOWEST_BARE_PRICE)
  if (around) {
    const { found, rupees } = around
    const [lowestPaise, highestPaise] = [paiseOf(rupees * (1 - AROUND)), paiseOf(rupees * (1 + AROUND))]
    return { rest: without(plain, found), bounds: { lowestPaise, highestPaise } }
  }
  const over = amountIn(plain, [OVER, OR_MORE])
  const afterOver = over ? without(plain, over.found) : plain
  const under =
    amountIn(afterOver, [UNDER, OR_LESS]) ??
    (over ? undefined : amountIn(plain, [PRICED], LOWEST_BARE_PRICE)) ??
    (over ? undefined : amountIn(plain, [IN_RUPEES]))
  return {
    rest: under ? without(afterOver, under.found) : afterOver,
    bounds: {
      ...(under && { highestPaise: paiseOf(under.rupees) }),
      ...(over && { lowestPaise: paiseOf(over.rupees) }),
    },
  }
}
