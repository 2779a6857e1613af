import { ArrowLeft, ArrowRight, GripVertical, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef } from 'react'

import { newRowKey, type PictureDraft } from '#app/admin/products/product-draft.ts'
import { moveInList } from '#app/admin/products/move-in-list.ts'
import { pictureFault } from '#app/admin/products/submit-draft.ts'
import { ToolButton } from '#app/admin/products/tool-button.tsx'
import { focusArrow, focusNextRow } from '#app/admin/shell/focus-after-render.ts'
import { useDragOrder } from '#app/admin/shell/use-drag-order.ts'
import { Field } from '#app/ui/field.tsx'
import { toastError } from '#app/ui/toast.tsx'
import { shrinkPicture } from '#app/ui/shrink-picture.ts'
import { MAX_IMAGES } from '#contract/catalogue/upload-limits.ts'

interface PicturesGridProps {
  pictures: readonly PictureDraft[]
  onChange(pictures: PictureDraft[]): void
}

interface ShrinkingProps extends PicturesGridProps {
  /** Says which of the pictures that were chosen last cannot be used. */
  onRefused(sentences: readonly string[]): void
}

/** Makes pictures smaller while the form is filled in. One that cannot be read is told of at once and left out. */
function useShrinking(props: ShrinkingProps): (pictures: readonly PictureDraft[]) => void {
  const now = useRef(props)
  useLayoutEffect(() => {
    now.current = props
  })
  const refused = useRef(new Set<File>())
  return (chosen) => {
    // A file of another type is refused before the list is rendered with those that were just added.
    now.current = { ...now.current, pictures: chosen }
    const sentences: string[] = []
    now.current.onRefused(sentences)
    for (const { file } of chosen) {
      if (!file) continue
      shrinkPicture(file).catch((error: unknown) => {
        sentences.push(pictureFault(file, error))
        toastError(sentences.join(' '))
        refused.current.add(file)
        const { pictures, onChange, onRefused } = now.current
        // Two may be refused before the list is rendered without the first.
        onChange(pictures.filter((picture) => !picture.file || !refused.current.has(picture.file)))
        onRefused([...sentences])
      })
    }
  }
}

/** Makes drafts with object URLs for chosen files. The URLs are revoked when the form is unmounted. */
function usePictureFiles(): (files: Iterable<File>) => PictureDraft[] {
  const addresses = useRef<string[]>([])
  useEffect(() => {
    const made = addresses.current
    return () => made.forEach((address) => URL.revokeObjectURL(address))
  }, [])
  return (files) =>
    Array.from(files, (file) => {
      const src = URL.createObjectURL(file)
      addresses.current.push(src)
      return { key: newRowKey(), src, alt: '', file }
    })
}

interface PicturesFieldProps extends ShrinkingProps {
  /** A new product needs a picture. Too many pictures are reported only when it is created. */
  isNew: boolean
  error: string | undefined
}

/** The pictures of a product, and the control that adds more. */
export function PicturesField({ pictures, isNew, error, onChange, onRefused }: PicturesFieldProps) {
  const draftsOf = usePictureFiles()
  const shrinkAll = useShrinking({ pictures, onChange, onRefused })
  function add(files: FileList | null) {
    const all = [...pictures, ...draftsOf(files ?? [])]
    const isTooMany = !isNew && all.length > MAX_IMAGES
    if (isTooMany) toastError(`At most ${MAX_IMAGES} images.`)
    const kept = isTooMany ? all.slice(0, MAX_IMAGES) : all
    onChange(kept)
    shrinkAll(kept)
  }
  return (
    <div className="grid gap-3" data-rows>
      <Field
        label={isNew ? 'Images' : 'Add images'}
        hint={`JPEG, PNG, WebP or AVIF, up to ${MAX_IMAGES}, of any size. The first one is the cover; drag to put them in order.`}
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
            required={isNew && pictures.length === 0}
            disabled={!isNew && pictures.length >= MAX_IMAGES}
            onChange={(event) => {
              add(event.target.files)
              event.target.value = ''
            }}
          />
        )}
      </Field>
      <PicturesGrid pictures={pictures} onChange={onChange} />
    </div>
  )
}

/** The name of a picture in the labels of its buttons. */
const nameOf = ({ file, alt }: PictureDraft, index: number) => file?.name ?? (alt || `picture ${index + 1}`)

/** Pictures in their order, the cover first. They are moved by dragging or by buttons. */
function PicturesGrid({ pictures, onChange }: PicturesGridProps) {
  const move = (from: number, to: number) => onChange(moveInList(pictures, from, to))
  const { list, dragged, target, handleOf } = useDragOrder<HTMLOListElement>(move)
  function moveBy(index: number, key: string, pressed: 'up' | 'down') {
    const to = pressed === 'up' ? index - 1 : index + 1
    move(index, to)
    focusArrow(key, pressed, to === (pressed === 'up' ? 0 : pictures.length - 1))
  }
  return (
    <ol ref={list} className="flex flex-wrap gap-3">
      {pictures.map((picture, index) => {
        const name = nameOf(picture, index)
        return (
          <li key={picture.key} className={`w-36 ${dragged === index ? 'opacity-50' : ''}`}>
            <div
              className={`relative cursor-grab rounded-control ${target === index ? 'outline-2' : ''}`}
              {...handleOf(index)}
            >
              <img
                src={picture.src}
                alt={name}
                draggable={false}
                className="aspect-4/5 w-full rounded-control bg-backdrop object-cover"
              />
              {index === 0 && <span className="badge badge-marigold absolute start-1.5 top-1.5">Cover</span>}
              <span
                className="drag-grip absolute end-0 bottom-0 rounded-control bg-paper"
                title="Drag to another place"
              >
                <GripVertical size={18} aria-hidden="true" />
              </span>
            </div>
            <div className="flex justify-between">
              <ToolButton
                id={`move-up-${picture.key}`}
                label={`Move ${name} forward`}
                icon={ArrowLeft}
                disabled={index === 0}
                onClick={() => moveBy(index, picture.key, 'up')}
              />
              <ToolButton
                label={`Remove ${name}`}
                icon={X}
                data-removes
                onClick={(event) => {
                  focusNextRow(event)
                  onChange(pictures.filter((other) => other !== picture))
                }}
              />
              <ToolButton
                id={`move-down-${picture.key}`}
                label={`Move ${name} back`}
                icon={ArrowRight}
                disabled={index === pictures.length - 1}
                onClick={() => moveBy(index, picture.key, 'down')}
              />
            </div>
            <label className="field mt-1 text-sm">
              <span>{`Alt text ${index + 1}`}</span>
              <input
                className="input"
                maxLength={200}
                value={picture.alt}
                onChange={(event) =>
                  onChange(pictures.map((other) => (other === picture ? { ...other, alt: event.target.value } : other)))
                }
              />
            </label>
          </li>
        )
      })}
    </ol>
  )
}
