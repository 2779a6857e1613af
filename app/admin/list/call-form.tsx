import { useEffect, useRef, useState, type ReactNode, type Ref } from 'react'
import { useFetcher, type FetcherFormProps } from 'react-router'

import type { ListResult } from '#app/admin/list/list-calls.ts'
import { toastError } from '#app/ui/toast.tsx'

interface CallFormProps extends Omit<FetcherFormProps, 'children' | 'action' | 'method' | 'id'> {
  /** The call that it sends; without one its buttons name theirs, as `act`. */
  act?: string
  /** The row that it is about. */
  id?: string
  ref?: Ref<HTMLFormElement>
  /** Called when it has worked: at once, or as soon as the list shows it. */
  onDone?(): void
  waitsForList?: boolean
  /** Its fields are new ones when it has worked and the page shows it. A refusal leaves them. */
  startsAnew?: boolean
  children(state: {
    failure: ListResult['failure']
    /** Of a call whose answer is shown once. */
    answer: object | undefined
    isBusy: boolean
  }): ReactNode
}

/**
 * A form that sends a call of its screen's action. What was typed stays in its fields when the call fails. A failure
 * that was to stand in it is a toast where the page shows the form no longer.
 */
export function CallForm({ act, id, onDone, waitsForList, startsAnew, children, ...form }: CallFormProps) {
  const { Form, data: result, state } = useFetcher<ListResult>()
  const [times, setTimes] = useState(0)
  const isBusy = state !== 'idle'
  const isDone = result?.isDone === true && (waitsForList || startsAnew ? !isBusy : state !== 'submitting')
  useEffect(() => {
    if (!isDone) return
    if (startsAnew) setTimes((before) => before + 1)
    onDone?.()
    // oxlint-disable-next-line react/exhaustive-deps -- it is done once
  }, [isDone])
  const unshown = useRef<ListResult['failure']>(undefined)
  useEffect(() => {
    unshown.current = state === 'loading' && result?.isInForm ? result.failure : undefined
  }, [state, result])
  useEffect(
    () => () => {
      if (unshown.current) toastError(unshown.current.message)
    },
    [],
  )
  return (
    <Form {...form} key={times} method="post">
      {act !== undefined && <input type="hidden" name="act" value={act} />}
      {id !== undefined && <input type="hidden" name="id" value={id} />}
      {children({ failure: isBusy ? undefined : result?.failure, answer: isBusy ? undefined : result?.answer, isBusy })}
    </Form>
  )
}
