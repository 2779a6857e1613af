import { useLayoutEffect, useRef, useState, type SyntheticEvent } from 'react'

import { textIn } from '#app/api/form-result.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { formatDateTime } from '#app/ui/format-date.ts'
import { focusOnceRendered } from '#app/ui/take-focus.ts'
import { useTask } from '#app/ui/use-task.ts'
import type { Passkey } from '#contract/accounts/passkeys.ts'

interface PasskeyRowProps {
  passkey: Passkey
  /** Resolves with whether it worked. */
  onRename(passkey: Passkey, name: string): Promise<boolean>
  onRemove(passkey: Passkey): Promise<void>
}

/**
 * A passkey by its name, when it was made and when it last signed in. Renaming has the focus in its field, and gives it
 * back at the end; Enter saves, Escape cancels.
 */
export function PasskeyRow({ passkey, onRename, onRemove }: PasskeyRowProps) {
  const { name, createdAt, lastUsedAt } = passkey
  const [isEditing, setIsEditing] = useState(false)
  const { isBusy, run } = useTask()

  const renameButton = useRef<HTMLButtonElement>(null)
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    if (isEditing) form.current?.querySelector('input')?.focus()
  }, [isEditing])

  function close() {
    setIsEditing(false)
    focusOnceRendered(() => renameButton.current)
  }
  function save(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault()
    const wanted = textIn(new FormData(event.currentTarget), 'name')
    void run(async () => {
      if (await onRename(passkey, wanted)) close()
    })
  }

  return (
    <li className="grid gap-3 border-b border-line py-4">
      <div>
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm text-muted tabular-nums">
          <span>{`Made ${formatDateTime(createdAt)}`}</span>
          <br />
          <span>{lastUsedAt === null ? 'Not used yet' : `Last used ${formatDateTime(lastUsedAt)}`}</span>
        </p>
      </div>
      {isEditing ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape, from whichever control has the focus
        <form
          ref={form}
          className="grid gap-3"
          onSubmit={save}
          onKeyDown={(event) => {
            if (event.key === 'Escape') close()
          }}
        >
          <TextField label={`New name of ${name}`} name="name" defaultValue={name} maxLength={60} required />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" isSmall isPending={isBusy}>
              Save
            </Button>
            <Button variant="outline" isSmall onClick={close}>
              Cancel
            </Button>
          </div>
        </form>
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button
            ref={renameButton}
            variant="outline"
            isSmall
            aria-label={`Rename ${name}`}
            onClick={() => setIsEditing(true)}
          >
            Rename
          </Button>
          <Button
            variant="outline"
            isSmall
            aria-label={`Remove ${name}`}
            isPending={isBusy}
            onClick={() => void run(() => onRemove(passkey))}
          >
            Remove
          </Button>
        </div>
      )}
    </li>
  )
}
