import { Suspense, type ReactNode } from 'react'
import { Await } from 'react-router'

interface DeferredProps<Value> {
  /** A promise after a client-side navigation; the value itself on a server-rendered page. */
  value: Value | Promise<Value>
  /** Shown while the promise is pending. */
  waiting: ReactNode
  /** Shown when the promise rejects. Without it the error reaches the page's error boundary. */
  failed?: ReactNode
  children: (value: Value) => ReactNode
}

/**
 * Renders a value that may still be loading. A value that came with the page gets a Suspense boundary too: React
 * hydrates each boundary separately, so that no single task blocks the page for long.
 */
export function Deferred<Value>({ value, waiting, failed, children }: DeferredProps<Value>) {
  if (!isPromise(value)) return <Suspense key="there">{children(value)}</Suspense>
  return (
    <Suspense key="awaited" fallback={waiting}>
      <Await<Promise<Value>> resolve={value} errorElement={failed}>
        {(loaded) => children(loaded)}
      </Await>
    </Suspense>
  )
}

const isPromise = <Value,>(value: Value | Promise<Value>): value is Promise<Value> => value instanceof Promise
