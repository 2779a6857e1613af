import { ArrowLeft, ArrowRight, X } from 'lucide-react'
import { useState, type DragEvent } from 'react'

import type { PictureDraft } from '#app/admin/products/edit-draft.ts'
import { moved } from '#app/admin/products/size-sets.ts'

interface PicturesGridProps {
  pictures: readonly PictureDraft[]
  onChange(pictures: PictureDraft[]): void
  /** Also asks what each picture shows, for those who cannot see it. */
  hasAlt?: boolean
}

const TOOL = 'grid size-9 place-items-center rounded-control hover:bg-paper disabled:opacity-40'

/** What a picture is called where it has no words of its own. */
const nameOf = ({ file, alt }: PictureDraft, index: number) => file?.name ?? (alt || `picture ${index + 1}`)

/** Pictures in their order, the cover first. They are moved by dragging or by buttons. */
export function PicturesGrid({ pictures, onChange, hasAlt }: PicturesGridProps) {
  const [dragged, setDragged] = useState<number>()
  const move = (from: number, to: number) => onChange(moved(pictures, from, to))
  const drop = (to: number) => (event: DragEvent) => {
    if (dragged === undefined) return
    event.preventDefault()
    move(dragged, to)
    setDragged(undefined)
  }
  return (
    <ol className="flex flex-wrap gap-3">
      {pictures.map((picture, index) => {
        const name = nameOf(picture, index)
        return (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragging is for the mouse; the buttons do the same
          <li
            key={picture.key}
            className={`${hasAlt ? 'w-36' : 'w-28'} ${dragged === index ? 'opacity-50' : ''}`}
            draggable
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move'
              setDragged(index)
            }}
            onDragEnd={() => setDragged(undefined)}
            onDragOver={(event) => {
              if (dragged !== undefined) event.preventDefault()
            }}
            onDrop={drop(index)}
          >
            <div className="relative cursor-grab">
              <img
                src={picture.src}
                alt={name}
                draggable={false}
                className="aspect-4/5 w-full rounded-control bg-backdrop object-cover"
              />
              {index === 0 && <span className="badge badge-marigold absolute start-1.5 top-1.5">Cover</span>}
            </div>
            <div className="flex justify-between">
              <button
                type="button"
                className={TOOL}
                aria-label={`Move ${name} forward`}
                disabled={index === 0}
                onClick={() => move(index, index - 1)}
              >
                <ArrowLeft size={16} aria-hidden="true" />
              </button>
              <button
                type="button"
                className={TOOL}
                aria-label={`Remove ${name}`}
                onClick={() => onChange(pictures.filter((other) => other !== picture))}
              >
                <X size={16} aria-hidden="true" />
              </button>
              <button
                type="button"
                className={TOOL}
                aria-label={`Move ${name} back`}
                disabled={index === pictures.length - 1}
                onClick={() => move(index, index + 1)}
              >
                <ArrowRight size={16} aria-hidden="true" />
              </button>
            </div>
            {hasAlt && (
              <label className="field mt-1 text-sm">
                Alt text {index + 1}
                <input
                  className="input"
                  maxLength={200}
                  value={picture.alt}
                  onChange={(event) =>
                    onChange(
                      pictures.map((other) => (other === picture ? { ...other, alt: event.target.value } : other)),
                    )
                  }
                />
              </label>
            )}
          </li>
        )
      })}
    </ol>
  )
}
