import { useState } from 'react'
import { useRevalidator } from 'react-router'

import { browserApi } from '#app/api/customer-browser-api.ts'
import type { FormResult } from '#app/api/form-result.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { Field } from '#app/ui/field.tsx'
import { shrinkPicture } from '#app/ui/shrink-picture.ts'
import { toastError, toastSuccess } from '#app/ui/toast.tsx'
import { useTask } from '#app/ui/use-task.ts'
import { MAX_RETURN_PICTURES } from '#contract/returns/return-limits.ts'
import type { Return } from '#contract/returns/returns.ts'
import { isParcelOrigin } from '#contract/states/return-states.ts'
import { messageOf } from '#contract/words/error-message.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

const HINT = `Up to ${MAX_RETURN_PICTURES}. Only you and the shop see them.`

interface ReturnPicturesProps {
  shown: Return
  result: FormResult | undefined
}

/**
 * The pictures of a return, and the control that adds more, which sends them at once; without scripts a form with a
 * button.
 */
export function ReturnPictures({ shown: { _id, orderId, origin, pictures }, result }: ReturnPicturesProps) {
  const { revalidate } = useRevalidator()
  const { isBusy, run } = useTask()
  const [sent, setSent] = useState(0)
  const [refused, setRefused] = useState<string>()
  // Of pieces that never arrived there is nothing to show.
  const left = isParcelOrigin(origin) ? 0 : MAX_RETURN_PICTURES - pictures.length

  /** Sends each picture by itself, so that one that is refused holds no other one back. */
  const send = (files: readonly File[]) =>
    run(async () => {
      const sentences: string[] = []
      for (const file of files) {
        try {
          await browserApi.addReturnPictures(orderId, _id, [await shrinkPicture(file)])
        } catch (error) {
          sentences.push(`${file.name}: ${messageOf(error, WORDINGS.fallback)}`)
        }
      }
      const fault = sentences.join(' ')
      setSent((times) => times + 1)
      setRefused(fault || undefined)
      if (fault) toastError(fault)
      else toastSuccess('Pictures added.')
      if (sentences.length < files.length) await revalidate()
    })

  return (
    <div className="mt-5 grid gap-3">
      {pictures.length > 0 && (
        <ul className="flex flex-wrap gap-3" aria-label="Your pictures">
          {pictures.map((path, index) => (
            <li key={path}>
              <img
                src={`/api${path}`}
                alt={`${index + 1} of what you show`}
                width={72}
                height={90}
                loading="lazy"
                className="picture w-18 rounded-control"
              />
            </li>
          ))}
        </ul>
      )}
      {left > 0 && (
        <div className="noscript:hidden">
          <Field label="Add pictures" hint={isBusy ? 'Sending...' : HINT} error={refused}>
            {(control) => (
              <input
                {...control}
                key={sent}
                className="input"
                type="file"
                accept="image/*"
                multiple
                disabled={isBusy}
                onChange={(event) => void send([...(event.target.files ?? [])])}
              />
            )}
          </Field>
        </div>
      )}
      <noscript>
        <ErrorSummary failure={result?.failure} />
        {left > 0 && (
          <form method="post" encType="multipart/form-data" action={`?pictures=${_id}`} className="grid gap-3">
            <Field label="Pictures to show us" hint={HINT}>
              {(control) => (
                <input {...control} className="input" type="file" name="images" accept="image/*" multiple required />
              )}
            </Field>
            <Button type="submit" variant="outline" className="justify-self-start">
              Send these pictures
            </Button>
          </form>
        )}
      </noscript>
    </div>
  )
}
