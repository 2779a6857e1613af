import { useState, type SubmitEvent } from 'react'

import { browserApi } from '#app/api/admin-browser-api.ts'
import { textIn } from '#app/api/form-result.ts'
import { DeliveryPromise } from '#app/delivery/delivery-promise.tsx'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { useTask } from '#app/ui/use-task.ts'
import { messageOf } from '#contract/words/error-message.ts'
import type { PinLookUp } from '#contract/delivery/pin-table.ts'
import { PIN_COLUMNS } from '#contract/delivery/pin-table-limits.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

function Found({ delivery, sentence, row }: PinLookUp) {
  return (
    <div className="grid gap-1">
      <p>
        <DeliveryPromise answer={delivery ? { delivery } : { refusal: sentence ?? '' }} />
      </p>
      <p className="text-sm text-muted">
        {row
          ? `Row: ${PIN_COLUMNS.filter((column) => row[column])
              .map((column) => (column === 'pin' ? row[column] : `${column} ${row[column]}`))
              .join(', ')}`
          : 'No row of the table names it.'}
      </p>
    </div>
  )
}

/** What customers are told for one PIN code, and which row says so. */
export function PinLookUpForm() {
  const [found, setFound] = useState<PinLookUp>()
  const [fault, setFault] = useState<string>()
  const { isBusy, run } = useTask()

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = textIn(new FormData(event.currentTarget), 'pin')
    void run(async () => {
      setFault(undefined)
      setFound(undefined)
      try {
        setFound(await browserApi.lookUpPin(typed.trim() || '-'))
      } catch (error) {
        setFault(messageOf(error, WORDINGS.fallback))
      }
    })
  }

  return (
    <form className="card mt-4 grid max-w-2xl gap-4 p-6" noValidate onSubmit={submit}>
      <TextField label="PIN code" name="pin" inputMode="numeric" autoComplete="off" maxLength={40} error={fault} />
      <Button type="submit" variant="outline" isPending={isBusy} className="justify-self-start">
        Look up
      </Button>
      <div role="status">{found && <Found {...found} />}</div>
    </form>
  )
}
