import { useEffect, type ReactNode, type Ref } from 'react'
import { useFetcher, type FetcherFormProps } from 'react-router'

import type { ListResult } from '#app/admin/list/list-calls.ts'

interface CallFormProps extends Omit<FetcherFormProps, 'children' | 'action' | 'method' | 'id'> {
  /** The call that it sends; without one its buttons name theirs, as `act`. */
  act?: string
  /** The row that it is about. */
  id?: string
  ref?: Ref<HTMLFormElement>
  /** Called when it has worked: at once, or as soon as the list shows it. */
  onDone?(): void
  waitsForList?: boolean
  children(state: {
    failure: ListResult['failure']
    /** Of a call whose answer is shown once. */
    answer: object | undefined
    isBusy: boolean
  }): ReactNode
}

/** A form that sends a call of its screen's action. What was typed stays in its fields when the call fails. */
export function CallForm({ act, id, onDone, waitsForList, children, ...form }: CallFormProps) {
  const { Form, data: result, state } = useFetcher<ListResult>()
  const isBusy = state !== 'idle'
  const isDone = result?.isDone === true && (waitsForList ? !isBusy : state !== 'submitting')
  useEffect(() => {
    if (isDone) onDone?.()
    // oxlint-disable-next-line react/exhaustive-deps -- it is done once
  }, [isDone])
  return (
    <Form {...form} method="post">
      {act !== undefined && <input type="hidden" name="act" value={act} />}
      {id !== undefined && <input type="hidden" name="id" value={id} />}
      {children({ failure: isBusy ? undefined : result?.failure, answer: isBusy ? undefined : result?.answer, isBusy })}
    </Form>
  )
}
