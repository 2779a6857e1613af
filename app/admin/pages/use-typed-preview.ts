import { useEffect, useRef, useState, type RefObject } from 'react'

import type { Block } from '#contract/pages-of-blocks/block-kinds.ts'

/** What is typed of a page. Another one is another draft. */
export interface Typed {
  title: string
  blocks: readonly Block[]
}

/** So long after the last key the preview is made anew. */
const PAUSE_MS = 350

/** The page at the path of a preview, made of what is typed; undefined where it cannot be made. */
async function pageOf(path: string, { title, blocks }: Typed, signal: AbortSignal): Promise<Document | undefined> {
  const body = new URLSearchParams({ draft: JSON.stringify({ title, blocks }) })
  const answer = await fetch(path, { method: 'POST', body, signal })
  return answer.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html') : undefined
}

/**
 * Keeps the frame of a preview like what is typed: after a pause, one page at a time, and only the content is replaced,
 * so that the frame stays where it was scrolled to. `show` does it at once. `isBehind` says that the shop does not take
 * what is typed as it is.
 */
export function useTypedPreview(frame: RefObject<HTMLIFrameElement | null>, path: string, typed: Typed) {
  const [isBehind, setIsBehind] = useState(false)
  const shown = useRef(typed)
  const running = useRef<AbortController>(undefined)

  async function show() {
    running.current?.abort()
    const { signal } = (running.current = new AbortController())
    try {
      const page = await pageOf(path, typed, signal)
      if (signal.aborted) return
      setIsBehind(page === undefined)
      const content = page?.querySelector('main')
      if (content) frame.current?.contentDocument?.querySelector('main')?.replaceChildren(...content.childNodes)
    } catch {
      if (!signal.aborted) setIsBehind(true)
    }
  }

  const newest = useRef(show)
  useEffect(() => {
    newest.current = show
  })
  useEffect(() => {
    if (shown.current === typed) return undefined
    shown.current = typed
    const pause = setTimeout(() => void newest.current(), PAUSE_MS)
    return () => clearTimeout(pause)
  }, [typed])
  useEffect(() => () => running.current?.abort(), [])
  return { isBehind, show: () => void show() }
}
