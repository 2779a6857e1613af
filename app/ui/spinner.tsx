/** A turning ring beside a text that says what is going on; by itself it says nothing. */
export function Spinner({ className = '' }: { className?: string | undefined }) {
  return <span className={`spinner ${className}`} aria-hidden="true" />
}

/** The state of a whole region that is being fetched. */
export function Loading({ text }: { text: string }) {
  return (
    <p className="flex items-center justify-center gap-3 py-16 text-muted" role="status">
      <Spinner />
      {text}
    </p>
  )
}
