/**
 * Above this many pieces the label is 'In Stock'. The trigger that announces a changed label repeats it
 * (`publish_stock_tags()` in the baseline migration).
 */
export const IN_STOCK_ABOVE = 10

/** The specified label for a stock level. */
export function stockLabel(stock: number): string {
  if (stock <= 0) return 'Out of Stock'
  return stock > IN_STOCK_ABOVE ? 'In Stock' : `Only ${stock} left`
}

/** The stock level that decides the label's colour. */
export function stockLevel(stock: number): 'none' | 'few' | 'plenty' {
  if (stock <= 0) return 'none'
  return stock > IN_STOCK_ABOVE ? 'plenty' : 'few'
}
