import { useRef } from 'react'

import { ShownPicture } from '#app/admin/settings/picture-field.tsx'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { Button } from '#app/ui/button.tsx'
import { shrinkPicture } from '#app/ui/shrink-picture.ts'
import { answerOrToast } from '#app/ui/toast.tsx'
import { useTask } from '#app/ui/use-task.ts'
import { shopPicture } from '#contract/settings/shop-pictures.ts'
import { WORDINGS } from '#contract/wordings/specified-wordings.ts'

interface BlockPictureProps {
  id: string
  label: string
  hint?: string | undefined
  error?: string | undefined
  value: string
  onChange(value: string): void
}

/** A picture of a block. A chosen file is sent at once; only a published draft shows it. */
export function BlockPictureField({ id, label, hint, error, value, onChange }: BlockPictureProps) {
  const input = useRef<HTMLInputElement>(null)
  const { isBusy, run } = useTask()
  const picture = shopPicture(value)
  async function send(file: File) {
    const sending = shrinkPicture(file).then((small) => browserApi.addPagePicture(small))
    const answer = await answerOrToast(sending, WORDINGS.fallback)
    if (answer) onChange(answer.value)
  }
  return (
    <div className="field" role="group" aria-labelledby={`${id}-label`}>
      <p id={`${id}-label`} className="field-label">
        {label}
      </p>
      {picture && <ShownPicture picture={picture} alt={`${label} as it is now`} />}
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        accept="image/*"
        tabIndex={-1}
        aria-label={`${label}: file`}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          if (file) void run(() => send(file))
        }}
      />
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" isSmall isPending={isBusy} onClick={() => input.current?.click()}>
          {`${picture ? 'Replace' : 'Choose'} ${label.toLowerCase()}`}
        </Button>
        {value && (
          <Button variant="outline" isSmall onClick={() => onChange('')}>
            {`Remove ${label.toLowerCase()}`}
          </Button>
        )}
      </div>
      {(error ?? hint) && <p className={error ? 'field-error' : 'field-hint'}>{error ?? hint}</p>}
    </div>
  )
}
