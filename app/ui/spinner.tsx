/** A decorative spinner. The text beside it says what is going on. */
export function Spinner({ className = '' }: { className?: string | undefined }) {
  return <span className={`spinner ${className}`} aria-hidden="true" />
}

/** Takes the place of a region that is loading. */
export function Loading({ text }: { text: string }) {
  return (
    <p className="flex items-center justify-center gap-3 py-16 text-muted" role="status">
      <Spinner />
      <span>{text}</span>
    </p>
  )
}
