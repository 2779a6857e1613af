import { useId, useRef } from 'react'

import { focusAfterRender } from '#app/admin/shell/focus-after-render.ts'
import { Button } from '#app/ui/button.tsx'
import { withWidth } from '#app/ui/picture.tsx'
import { useTask } from '#app/ui/use-task.ts'
import type { ShownSetting } from '#contract/settings/setting-calls.ts'
import { shopPicture, type ShopPicture } from '#contract/settings/shop-pictures.ts'

export function ShownPicture({ picture: { src, width, height }, alt }: { picture: ShopPicture; alt: string }) {
  return <img className="shown-picture" src={withWidth(src, 320)} alt={alt} width={width} height={height} />
}

export interface PictureFieldProps {
  setting: ShownSetting
  error: string | undefined
  /** A chosen picture is saved at once; undefined brings the shop's own back. */
  onChoose(file: File | undefined): Promise<void>
}

/** A picture that the owner replaces. Choosing a file saves it at once, so that the shop's pages show it. */
export function PictureField({ setting: { name, label, value, hint }, error, onChoose }: PictureFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const { isBusy, run } = useTask()
  const picture = shopPicture(String(value))
  const id = useId()
  async function choose(file: File | undefined) {
    await onChoose(file)
    // A change renders a new field.
    focusAfterRender(`#choose-${name}`)
  }
  return (
    <div className="field" role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-hint`}>
      <p id={`${id}-label`} className="field-label">
        {label}
      </p>
      {picture ? <ShownPicture picture={picture} alt={`${label} as it is now`} /> : <p>The shop’s own.</p>}
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
          id={`choose-${name}`}
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
        {picture && (
          <Button variant="outline" isSmall onClick={() => void run(() => choose(undefined))}>
            {`Remove ${label.toLowerCase()}`}
          </Button>
        )}
      </div>
      <p id={`${id}-hint`} className={error ? 'field-error' : 'field-hint'}>
        {error ?? hint}
      </p>
    </div>
  )
}
