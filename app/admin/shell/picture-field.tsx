import { useId, useRef, useState } from 'react'

import { focusAfterAnswer } from '#app/admin/shell/focus-after-render.ts'
import { Button } from '#app/ui/button.tsx'
import { withWidth } from '#app/ui/picture.tsx'
import { useTask } from '#app/ui/use-task.ts'
import { shopPicture, type ShopPicture } from '#contract/settings/shop-pictures.ts'

export function ShownPicture({ picture: { src, width, height }, alt }: { picture: ShopPicture; alt: string }) {
  return <img className="shown-picture" src={withWidth(src, 320)} alt={alt} width={width} height={height} />
}

interface PictureFieldProps {
  /** Tells its button from those of other fields on the page. */
  name: string
  label: string
  hint?: string | undefined
  error?: string | undefined
  /** The value of the picture, or an empty text. */
  value: string
  /** What is said where there is no picture. */
  none?: string
  /**
   * Sends a chosen picture; undefined takes the one that is there away. Resolves with why it was refused, unless
   * `error` says it.
   */
  onChoose(file: File | undefined): Promise<string | void>
}

/** A picture that the owner replaces. A chosen file is sent at once. */
export function PictureField({ name, label, hint, error: fault, value, none, onChoose }: PictureFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { isBusy, run } = useTask()
  const [refusal, setRefusal] = useState<string>()
  const error = fault ?? refusal
  const picture = shopPicture(value)
  const note = error ?? hint
  const buttonId = `choose-${name}`
  async function choose(file: File | undefined) {
    setRefusal((await onChoose(file)) ?? undefined)
    // The field may be rendered anew, and the pressed button be gone.
    focusAfterAnswer(`#${CSS.escape(buttonId)}`)
  }
  return (
    <div
      className="field"
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={note ? `${id}-note` : undefined}
    >
      <p id={`${id}-label`} className="field-label">
        {label}
      </p>
      {picture && <ShownPicture picture={picture} alt={`${label} as it is now`} />}
      {!picture && none && <p>{none}</p>}
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        accept="image/*"
        tabIndex={-1}
        aria-label={`${label}: file`}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          if (file) void run(() => choose(file))
        }}
      />
      <div className="flex flex-wrap gap-3">
        <Button
          id={buttonId}
          variant="outline"
          isSmall
          isPending={isBusy}
          aria-invalid={error ? true : undefined}
          onClick={() => {
            // The same file may be chosen again.
            if (input.current) input.current.value = ''
            input.current?.click()
          }}
        >
          {`${picture ? 'Replace' : 'Choose'} ${label.toLowerCase()}`}
        </Button>
        {/* Also for a picture that is gone. */}
        {value && (
          <Button variant="outline" isSmall onClick={() => void run(() => choose(undefined))}>
            {`Remove ${label.toLowerCase()}`}
          </Button>
        )}
      </div>
      {note && (
        <p id={`${id}-note`} className={error ? 'field-error' : 'field-hint'}>
          {note}
        </p>
      )}
    </div>
  )
}
