import { Suspense, type ReactNode } from 'react'
import { Await } from 'react-router'

export interface DeferredProps<Value> {
  /** A promise on moves inside the shop; there at once on the first page. */
  value: Value | Promise<Value>
  /** Stands while a promise is under way. */
  waiting: ReactNode
  /** Stands where a promise failed; left out, the failure goes up to the page's error screen. */
  failed?: ReactNode
  children: (value: Value) => ReactNode
}

/**
 * Draws a value that may still be on its way. The boundary is also there around a value that came with the page: the browser
 * wakes up each boundary by itself, after what is around it, so that no single piece of work holds the visitor up.
 */
export function Deferred<Value>({ value, waiting, failed, children }: DeferredProps<Value>) {
  if (!isPromise(value)) return <Suspense key="there">{children(value)}</Suspense>
  return (
    <Suspense key="awaited" fallback={waiting}>
      <Await<Promise<Value>> resolve={value} errorElement={failed}>
        {(arrived) => children(arrived)}
      </Await>
    </Suspense>
  )
}

const isPromise = <Value,>(value: Value | Promise<Value>): value is Promise<Value> => value instanceof Promise
