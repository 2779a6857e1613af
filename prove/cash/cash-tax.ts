import type { PlayedOrder } from '#prove/cash/cash-shop.ts'

import { FEE_PAISE } from '#prove/cash/cash-customer.ts'

/** The law's numbers, not the shop's table: 5 % up to ₹2,500 without the tax, else 18 %. */
const LIMIT_PAISE = 250_000
const LOW = 5
const HIGH = 18
/** The state of the seller of the proof. */
const HOME = 'Karnataka'

/** What documents come to, in paise. */
export interface TaxSums {
  total: number
  taxable: number
  central: number
  state: number
  integrated: number
}

const rateOf = (pricePaise: number): number => (pricePaise * 100 <= LIMIT_PAISE * (100 + LOW) ? LOW : HIGH)

/** Rounds `over / under` to the next whole number, a half up. */
const divide = (over: number, under: number): number => Math.floor((2 * over + under) / (2 * under))

/**
 * What an invoice over this order has to say, computed a second time; without the fee for cash where it was paid in
 * advance.
 */
export function taxOf({ customer, lines }: PlayedOrder, isPaidInAdvance: boolean): TaxSums {
  const isHome = customer.place.state === HOME
  const sums: TaxSums = { total: 0, taxable: 0, central: 0, state: 0, integrated: 0 }
  const add = (pricePaise: number, rate: number) => {
    const half = isHome ? divide(pricePaise * rate, 2 * (100 + rate)) : 0
    const integrated = isHome ? 0 : divide(pricePaise * rate, 100 + rate)
    sums.total += pricePaise
    sums.central += half
    sums.state += half
    sums.integrated += integrated
    sums.taxable += pricePaise - 2 * half - integrated
  }
  for (const { pricePaise, quantity } of lines) {
    for (let piece = 0; piece < quantity; piece += 1) add(pricePaise, rateOf(pricePaise))
  }
  // The fee is taxed with the goods, at the highest rate among them.
  if (!isPaidInAdvance) add(FEE_PAISE, Math.max(...lines.map(({ pricePaise }) => rateOf(pricePaise))))
  return sums
}
