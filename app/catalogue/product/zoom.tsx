import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'

import { pictureLabel } from '#app/catalogue/product/picture-label.ts'
import { IconButton } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { withWidth } from '#app/ui/picture.tsx'
import type { ProductDetail } from '#contract/catalogue/catalogue.ts'
import { LARGEST_PICTURE_WIDTH } from '#contract/catalogue/srcset-widths.ts'

/** Two taps of a finger within this time are one double tap. */
const DOUBLE_TAP_MS = 350

interface ZoomProps {
  product: ProductDetail
  /** The picture to open with; undefined while the dialog is closed. */
  first: number | undefined
  onClose(): void
}

/**
 * A product's pictures in full screen: swipe, arrow keys and buttons move from one to the next, a click or a double tap
 * zooms in. Loaded on first use.
 */
export function Zoom({ product, first, onClose }: ZoomProps) {
  return (
    <Dialog
      title={product.name}
      kind="full"
      className="zoom"
      isTitleHidden
      isOpen={first !== undefined}
      onClose={onClose}
    >
      {first !== undefined && <Strip product={product} first={first} />}
    </Dialog>
  )
}

function Strip({ product: { name, images, pictures }, first }: { product: ProductDetail; first: number }) {
  const strip = useRef<HTMLUListElement>(null)
  const lastTap = useRef(0)
  const [current, setCurrent] = useState(first)
  const [large, setLarge] = useState<number>()
  const last = images.length - 1

  // Only once the dialog is open, because a hidden list cannot be scrolled.
  useEffect(() => {
    const list = strip.current
    if (!list) return undefined
    const opened = requestAnimationFrame(() => list.scrollTo({ left: first * list.clientWidth, behavior: 'instant' }))
    return () => cancelAnimationFrame(opened)
  }, [first])

  function show(index: number) {
    const list = strip.current
    if (!list || index < 0 || index > last) return
    setLarge(undefined)
    setCurrent(index)
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    list.scrollTo({ left: index * list.clientWidth, behavior: isStill ? 'instant' : 'smooth' })
  }

  function follow() {
    const list = strip.current
    if (list) setCurrent(Math.min(last, Math.round(list.scrollLeft / Math.max(1, list.clientWidth))))
  }

  function turn(event: KeyboardEvent) {
    if (large !== undefined || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return
    event.preventDefault()
    show(current + (event.key === 'ArrowRight' ? 1 : -1))
  }

  function press(event: MouseEvent<HTMLButtonElement>, index: number) {
    const isTouch = (event.nativeEvent as PointerEvent).pointerType === 'touch'
    const isDouble = event.timeStamp - lastTap.current < DOUBLE_TAP_MS
    lastTap.current = isDouble ? 0 : event.timeStamp
    if (isTouch && !isDouble) return
    const box = event.currentTarget.getBoundingClientRect()
    // A key press has no position, so it zooms into the middle.
    const isByKey = event.detail === 0
    const x = isByKey ? 0.5 : (event.clientX - box.left) / box.width
    const y = isByKey ? 0.5 : (event.clientY - box.top) / box.height
    const frame = event.currentTarget.parentElement
    setLarge(large === index ? undefined : index)
    requestAnimationFrame(() => {
      frame?.scrollTo({
        left: frame.scrollWidth * x - frame.clientWidth / 2,
        top: frame.scrollHeight * y - frame.clientHeight / 2,
        behavior: 'instant',
      })
    })
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrow keys work wherever the focus is
    <div className="zoom-stage" onKeyDown={turn}>
      <ul ref={strip} className="zoom-strip" data-large={large !== undefined} onScroll={follow} aria-label="Pictures">
        {images.map((src, index) => (
          <li key={src} data-large={large === index}>
            <button
              type="button"
              aria-label={pictureLabel(large === index ? 'Zoom out of' : 'Zoom into', { pictures }, index)}
              tabIndex={index === current ? 0 : -1}
              onClick={(event) => press(event, index)}
            >
              <img
                src={withWidth(pictures[index] ? `${src}?v=${pictures[index].version}` : src, LARGEST_PICTURE_WIDTH)}
                alt={pictures[index]?.alt || name}
                width={1200}
                height={1500}
                loading={Math.abs(index - current) < 2 ? 'eager' : 'lazy'}
                decoding="async"
              />
            </button>
          </li>
        ))}
      </ul>
      {images.length > 1 && (
        <>
          <IconButton
            label="Previous picture"
            icon={ChevronLeft}
            size={24}
            variant="outline"
            className="zoom-previous"
            aria-disabled={current === 0}
            onClick={() => show(current - 1)}
          />
          <IconButton
            label="Next picture"
            icon={ChevronRight}
            size={24}
            variant="outline"
            className="zoom-next"
            aria-disabled={current === last}
            onClick={() => show(current + 1)}
          />
          <p className="zoom-count" aria-live="polite">
            {`${current + 1} of ${images.length}`}
          </p>
        </>
      )}
    </div>
  )
}
