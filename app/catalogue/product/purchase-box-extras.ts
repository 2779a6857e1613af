// The code that the purchase box needs only after the first view, in one file that is loaded then.

/**
 * Whether an element is in view, above the bar at the bottom of a phone's window. In wider windows it counts as in
 * view.
 */
export function watchInView(place: Element, tell: (isInView: boolean) => void): () => void {
  const watch = new IntersectionObserver(
    ([entry]) => tell(entry?.isIntersecting !== false || matchMedia('(width >= 48rem)').matches),
    { threshold: 1, rootMargin: '0px 0px -10px' },
  )
  watch.observe(place)
  return () => watch.disconnect()
}

export { rememberedSize, saveSize } from '#app/catalogue/sizes/remembered-size.ts'
export { arrivalText } from '#app/orders/estimated-delivery.ts'
export { BackInStockButton } from '#app/wishlist/back-in-stock-button.tsx'
