/** Up to five stars, the last one possibly partial. Decorative: show the number as text beside it. */
export function Stars({ rating }: { rating: number }) {
  return <span className="stars" aria-hidden="true" style={{ '--rating': rating } as React.CSSProperties} />
}
