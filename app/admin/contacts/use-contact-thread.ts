import { useEffect, useState } from 'react'

import { useAdminEvents } from '#app/admin/shell/admin-events.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import type { ContactThread } from '#contract/contacts/contacts.ts'
import { messageOf } from '#contract/words/error-message.ts'
import { ADMIN_WORDINGS } from '#contract/words/specified-admin-wordings.ts'

/** A message with its answers, kept up to date while it is open. `onLoad` is called when it has loaded first. */
export function useContactThread(id: string, onLoad: (thread: ContactThread) => void) {
  const [thread, setThread] = useState<ContactThread>()
  const [failure, setFailure] = useState<string>()

  useEffect(() => {
    const stop = new AbortController()
    browserApi.getContactThread(id, { signal: stop.signal }).then(
      (loaded) => {
        setThread(loaded)
        onLoad(loaded)
      },
      (error: unknown) => {
        if (!stop.signal.aborted) setFailure(messageOf(error, ADMIN_WORDINGS.contactsFailed))
      },
    )
    return () => stop.abort()
    // oxlint-disable-next-line react/exhaustive-deps -- it is opened once
  }, [id])

  const reload = () => browserApi.getContactThread(id).then(setThread, () => undefined)
  useAdminEvents((event) => {
    const isAbout = event.kind === 'missed' || (event.kind === 'contact' && event.ids.includes(id))
    if (isAbout) void reload()
  })
  return { thread, failure, setThread, reload }
}
