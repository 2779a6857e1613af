import type { ReactNode } from 'react'

/** Takes the place of an empty list: a sentence, and links to go on with. */
export function EmptyState({ message, children }: { message: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <p className="text-muted">{message}</p>
      {children}
    </div>
  )
}
