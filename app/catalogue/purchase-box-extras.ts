// The code that the purchase box needs only after the first view, in one file that is loaded then.

/** Reports on a phone when the element is scrolled out at the top of the window, and when it is back. */
export function watchScrolledPast(place: Element, tell: (isPassed: boolean) => void): () => void {
  // What lies below the window counts as visible, so that a jump from above to below is noticed.
  const watch = new IntersectionObserver(
    ([entry]) => tell(entry?.isIntersecting === false && matchMedia('(width < 48rem)').matches),
    { rootMargin: '0px 0px 99999px' },
  )
  watch.observe(place)
  return () => watch.disconnect()
}

export { rememberedSize, saveSize } from '#app/catalogue/remembered-size.ts'
export { arrivalText } from '#app/orders/estimated-delivery.ts'
export { BackInStockButton } from '#app/wishlist/back-in-stock-button.tsx'
