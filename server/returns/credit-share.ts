/** What paid an order, as far as it says what goes back as store credit. */
export interface PaidWith {
  totalPaise: number
  /** What of the total store credit paid. */
  creditPaise: number
  /** What of the total was cancelled or went back. */
  gonePaise: number
}

/** The same as `credit_of_pieces()` of the database: the credit has the odd paise. */
const creditOf = ({ totalPaise, creditPaise }: PaidWith, paise: number): number =>
  Number((BigInt(creditPaise) * BigInt(paise) + BigInt(totalPaise) - 1n) / BigInt(totalPaise))

/** What of so much more of an order that goes back is store credit. */
export const creditShareOf = (paid: PaidWith, paise: number): number =>
  paid.creditPaise === 0 ? 0 : creditOf(paid, paid.gonePaise + paise) - creditOf(paid, paid.gonePaise)
