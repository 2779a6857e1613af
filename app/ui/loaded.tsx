import { Suspense, type ReactNode } from 'react'
import { Await } from 'react-router'

export interface LoadedProps<Value> {
  /** A promise on moves inside the shop; there at once on the first page. */
  value: Value | Promise<Value>
  /** Stands while a promise is under way. */
  waiting: ReactNode
  /** Stands where a promise failed; left out, the failure goes up to the page's error screen. */
  failed?: ReactNode
  children: (value: Value) => ReactNode
}

/**
 * Draws a value that may still be on its way. One that is there is drawn without a boundary around it: a large boundary
 * would reach the browser as a hidden piece that only a script puts into its place.
 */
export function Loaded<Value>({ value, waiting, failed, children }: LoadedProps<Value>) {
  if (!isPromise(value)) return <>{children(value)}</>
  return (
    <Suspense fallback={waiting}>
      <Await<Promise<Value>> resolve={value} errorElement={failed}>
        {(arrived) => children(arrived)}
      </Await>
    </Suspense>
  )
}

const isPromise = <Value,>(value: Value | Promise<Value>): value is Promise<Value> => value instanceof Promise
