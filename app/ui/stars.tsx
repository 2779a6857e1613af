/** Up to five stars, the last one in part; a picture for the eye, so the number stands beside it in words. */
export function Stars({ rating }: { rating: number }) {
  return <span className="stars" aria-hidden="true" style={{ '--rating': rating } as React.CSSProperties} />
}
