import { useEffect, useRef, useState, type PointerEvent } from 'react'

/**
 * So near to the upper or lower edge of the window the page scrolls while something is dragged, and so fast, in pixels
 * a frame.
 */
const EDGE = 96
const SPEED = 10

/**
 * The class of what a finger drags by. Beside it a finger scrolls the page as usual; a mouse drags by the whole handle.
 */
const GRIP = '.drag-grip'

/** The place of the entry below the pointer. */
function placeAt(list: HTMLElement | null, { clientX, clientY }: PointerEvent): number | undefined {
  const place = [...(list?.children ?? [])].findIndex((entry) => {
    const { left, right, top, bottom } = entry.getBoundingClientRect()
    return clientX >= left && clientX < right && clientY >= top && clientY < bottom
  })
  return place < 0 ? undefined : place
}

/**
 * Entries of a list that are dragged to the place of another by mouse, pen or finger. `list` is the ref of the list;
 * `handleOf` gives the props of what an entry is dragged by. Buttons beside it do the same by keyboard.
 */
export function useDragOrder<List extends HTMLElement>(move: (from: number, to: number) => void) {
  const list = useRef<List>(null)
  const [dragged, setDragged] = useState<number>()
  const [target, setTarget] = useState<number>()
  const pointerY = useRef(0)

  useEffect(() => {
    if (dragged === undefined) return undefined
    let frame = requestAnimationFrame(function scroll() {
      const y = pointerY.current
      if (y < EDGE) window.scrollBy({ top: -SPEED, behavior: 'instant' })
      else if (y > window.innerHeight - EDGE) window.scrollBy({ top: SPEED, behavior: 'instant' })
      frame = requestAnimationFrame(scroll)
    })
    return () => cancelAnimationFrame(frame)
  }, [dragged])

  function end() {
    setDragged(undefined)
    setTarget(undefined)
  }
  const handleOf = (index: number) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const isGrip = event.target instanceof Element && event.target.closest(GRIP) !== null
      if (event.button !== 0 || (event.pointerType !== 'mouse' && !isGrip)) return
      // No text is selected meanwhile.
      event.preventDefault()
      event.currentTarget.setPointerCapture(event.pointerId)
      pointerY.current = event.clientY
      setDragged(index)
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (dragged !== index) return
      pointerY.current = event.clientY
      setTarget(placeAt(list.current, event))
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      if (dragged !== index) return
      const to = placeAt(list.current, event)
      if (to !== undefined && to !== index) move(index, to)
      end()
    },
    onPointerCancel: end,
  })
  return { list, dragged, target: target === dragged ? undefined : target, handleOf }
}
