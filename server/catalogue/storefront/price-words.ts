const PAISE_PER_RUPEE = 100
const AMOUNT = String.raw`(?:rs\.?|inr|₹)?\s*(\d[\d,]*(?:\.\d+)?)\s*(k\b)?\s*(?:rs\b|rupees\b|\/-)?`
const BETWEEN = new RegExp(String.raw`\b(?:between|from)\s+${AMOUNT}\s*(?:-|–|to|and)\s*${AMOUNT}`)
const UNDER = new RegExp(
  String.raw`(?:\b(?:under|below|less than|cheaper than|up ?to|within|max(?:imum)?)\b|<=?)\s*${AMOUNT}`,
)
const OVER = new RegExp(String.raw`(?:\b(?:over|above|more than|at least|min(?:imum)?|starting)\b|>=?)\s*${AMOUNT}`)

/** Paid prices in paise, ends included. */
export interface PriceBounds {
  lowestPaise?: number
  highestPaise?: number
}

function paiseOf(amount: string | undefined, thousands: string | undefined): number {
  return Math.round(Number((amount ?? '').replaceAll(',', '')) * (thousands ? 1000 : 1) * PAISE_PER_RUPEE)
}

/** Takes `under 2000`, `above ₹1,500` or `between 1k and 2k` out of a plain text. */
export function understandPrice(plain: string): { rest: string; bounds: PriceBounds } {
  const between = BETWEEN.exec(plain)
  if (between) {
    const [whole, from, fromThousands, to, toThousands] = between
    const ends = [paiseOf(from, fromThousands), paiseOf(to, toThousands)].toSorted((a, b) => a - b)
    return { rest: plain.replace(whole, ' '), bounds: { lowestPaise: ends[0] ?? 0, highestPaise: ends[1] ?? 0 } }
  }
  const [under, over] = [UNDER.exec(plain), OVER.exec(plain)]
  return {
    rest: plain.replace(under?.[0] ?? '', ' ').replace(over?.[0] ?? '', ' '),
    bounds: {
      ...(under && { highestPaise: paiseOf(under[1], under[2]) }),
      ...(over && { lowestPaise: paiseOf(over[1], over[2]) }),
    },
  }
}
