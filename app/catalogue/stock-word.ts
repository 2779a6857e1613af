import { IN_STOCK_ABOVE } from '#contract/catalogue-rules.ts'

/** The specified word for a number of pieces. */
export function stockWord(stock: number): string {
  if (stock <= 0) return 'Out of Stock'
  return stock > IN_STOCK_ABOVE ? 'In Stock' : `Only ${stock} left`
}
