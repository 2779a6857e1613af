import type { ReactNode } from 'react'

/** Where a list would be if there were anything to list: a sentence and a way on. */
export function EmptyState({ message, children }: { message: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <p className="text-muted">{message}</p>
      {children}
    </div>
  )
}
