import { useEffect, useRef } from 'react'

import { ADMIN_EVENTS, type AdminEvent } from '#contract/api/admin-events.ts'

/** An event, or the notice that some may have been missed. */
export type PublishedEvent = AdminEvent | { kind: 'missed' }
type Listener = (event: PublishedEvent) => void

const ADDRESS = '/api/admin/events'
/** The page's own requests come first. */
const FIRST_WAIT_MS = 1500

const listeners = new Set<Listener>()
const openListeners = new Set<() => unknown>()
let source: EventSource | undefined
let starting: ReturnType<typeof setTimeout> | undefined
let hasBeenOpen = false
let signingOut = new AbortController()

/** Aborted when somebody signs out; for calls that a screen makes by itself. */
export const signOutSignal = (): AbortSignal => signingOut.signal

function publish(event: PublishedEvent): void {
  for (const listener of listeners) listener(event)
}

function open(): void {
  starting = undefined
  if (source || document.hidden || listeners.size === 0) return
  source = new EventSource(ADDRESS)
  source.addEventListener('open', () => {
    // Events that were published while the connection was down are lost.
    if (hasBeenOpen) publish({ kind: 'missed' })
    hasBeenOpen = true
    for (const onOpen of openListeners) onOpen()
  })
  source.addEventListener(ADMIN_EVENTS.missed, () => publish({ kind: 'missed' }))
  source.addEventListener(ADMIN_EVENTS.news, (event: MessageEvent<string>) =>
    publish(JSON.parse(event.data) as AdminEvent),
  )
}

function close(): void {
  clearTimeout(starting)
  starting = undefined
  source?.close()
  source = undefined
}

/** Closes the stream and aborts counts before signing out: the shop would refuse both once the session has ended. */
export async function withoutAdminEvents(signOut: () => Promise<boolean>): Promise<void> {
  close()
  signingOut.abort()
  const isSignedOut = await signOut()
  signingOut = new AbortController()
  if (!isSignedOut) open()
}

/** A background tab closes its connection, because a browser allows only six per host without HTTP/2. */
function followVisibility(): void {
  if (document.hidden) close()
  else open()
}

function subscribe(listener: Listener): () => void {
  listeners.add(listener)
  if (listeners.size === 1) {
    document.addEventListener('visibilitychange', followVisibility)
    starting ??= setTimeout(open, FIRST_WAIT_MS)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    document.removeEventListener('visibilitychange', followVisibility)
    close()
    hasBeenOpen = false
  }
}

/** Calls `onEvent` for each admin event while this screen is open and visible. One stream serves the whole tab. */
export function useAdminEvents(onEvent: (event: PublishedEvent) => void): void {
  const latest = useRef(onEvent)
  useEffect(() => {
    latest.current = onEvent
  })
  useEffect(() => subscribe((event) => latest.current(event)), [])
}

/** Calls `onOpen` whenever the stream has opened: events between the making of the page and that moment are lost. */
export function useAdminEventsOpened(onOpen: () => unknown): void {
  useEffect(() => {
    openListeners.add(onOpen)
    return () => void openListeners.delete(onOpen)
  }, [onOpen])
}
