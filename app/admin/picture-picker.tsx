import { ArrowLeft, ArrowRight, X } from 'lucide-react'
import { useEffect, useState } from 'react'

import { Field } from '#app/ui/field.tsx'
import { MAX_IMAGES } from '#contract/catalogue-rules.ts'

interface PicturePickerProps {
  pictures: readonly File[]
  onChange(pictures: readonly File[]): void
  error: string | undefined
}

function usePreviews(pictures: readonly File[]): string[] {
  const [previews, setPreviews] = useState<string[]>([])
  useEffect(() => {
    const addresses = pictures.map((picture) => URL.createObjectURL(picture))
    setPreviews(addresses)
    return () => addresses.forEach((address) => URL.revokeObjectURL(address))
  }, [pictures])
  return previews
}

function swapped(pictures: readonly File[], from: number, to: number): File[] {
  const next = [...pictures]
  const moved = next.splice(from, 1)
  next.splice(to, 0, ...moved)
  return next
}

const TOOL = 'grid size-8 place-items-center rounded-control hover:bg-paper disabled:opacity-40'

/** Up to five pictures with a preview; buttons put them in order. The first one is the cover. */
export function PicturePicker({ pictures, onChange, error }: PicturePickerProps) {
  const previews = usePreviews(pictures)
  return (
    <div>
      <Field
        label="Images"
        hint={`JPEG, PNG, WebP or AVIF, up to ${MAX_IMAGES}. The first one is the cover.`}
        error={error}
      >
        {(control) => (
          <input
            {...control}
            className="input"
            type="file"
            name="images"
            accept="image/*"
            multiple
            required={pictures.length === 0}
            onChange={(event) => onChange([...pictures, ...(event.target.files ?? [])])}
          />
        )}
      </Field>
      <ol className="mt-3 flex flex-wrap gap-3">
        {pictures.map((picture, index) => (
          <li key={`${picture.name}-${picture.lastModified}-${picture.size}`} className="w-24">
            <img
              src={previews[index]}
              alt={picture.name}
              className="aspect-4/5 w-full rounded-control bg-backdrop object-cover"
            />
            <div className="flex justify-between">
              <button
                type="button"
                className={TOOL}
                aria-label={`Move ${picture.name} forward`}
                disabled={index === 0}
                onClick={() => onChange(swapped(pictures, index, index - 1))}
              >
                <ArrowLeft size={16} aria-hidden="true" />
              </button>
              <button
                type="button"
                className={TOOL}
                aria-label={`Remove ${picture.name}`}
                onClick={() => onChange(pictures.filter((other) => other !== picture))}
              >
                <X size={16} aria-hidden="true" />
              </button>
              <button
                type="button"
                className={TOOL}
                aria-label={`Move ${picture.name} back`}
                disabled={index === pictures.length - 1}
                onClick={() => onChange(swapped(pictures, index, index + 1))}
              >
                <ArrowRight size={16} aria-hidden="true" />
              </button>
            </div>
          </li>
        ))}
      </ol>
    </div>
  )
}
