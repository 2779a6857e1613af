import { Suspense, useState, useSyncExternalStore, type ReactNode } from 'react'

const KEPT = { __html: '' }
const neverChanges = () => () => {}

/**
 * A part of a page that only says something. What the server sent of it stays as it is, and its code is not fetched.
 * After a move to another page the children are rendered, and may be lazy.
 *
 * A Suspense boundary alone would not do: React empties one whose code is on the way as soon as anything on the page
 * changes.
 */
export function AsSent({ children }: { children: ReactNode }) {
  const isHydrating = useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  )
  const [isSent] = useState(isHydrating)
  if (!import.meta.env.SSR && isSent) {
    return <div className="contents" dangerouslySetInnerHTML={KEPT} suppressHydrationWarning />
  }
  return (
    <div className="contents">
      <Suspense>{children}</Suspense>
    </div>
  )
}
