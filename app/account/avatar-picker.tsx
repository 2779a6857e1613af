import { useEffect, useState } from 'react'

import { chooseAvatar, initialsOf, restoreAvatar } from '#app/account/avatar-choice.ts'
import { AVATARS } from '#app/ui/avatars.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import type { User } from '#contract/accounts/accounts.ts'

/** The customer's avatar or initials, and the dialog that changes it. The choice is stored on this device. */
export function AvatarPicker({ customer }: { customer: User }) {
  const { _id, email } = customer
  const [avatar, setAvatar] = useState<(typeof AVATARS)[number]>()
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => setAvatar(restoreAvatar({ _id, email }, localStorage)), [_id, email])

  function choose(next: typeof avatar) {
    for (const name of [email, _id]) chooseAvatar(name, next, localStorage)
    setAvatar(next)
    setIsOpen(false)
  }

  return (
    <div className="flex items-center gap-4 lg:flex-col lg:items-start lg:gap-3">
      {avatar ? (
        <img
          src={avatar.src}
          alt={`Your avatar: ${avatar.name}`}
          width={112}
          height={112}
          className="size-16 rounded-full bg-backdrop lg:size-28"
        />
      ) : (
        <span className="heading grid size-16 place-items-center rounded-full bg-marigold text-xl lg:size-28 lg:text-3xl text-on-marigold">
          {initialsOf(customer)}
        </span>
      )}
      <Button variant="outline" isSmall className="noscript:hidden" onClick={() => setIsOpen(true)}>
        Choose avatar
      </Button>
      <Dialog title="Choose avatar" width="40rem" isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <ul className="grid grid-cols-4 gap-3 sm:grid-cols-6">
          {AVATARS.map((each) => (
            <li key={each.id}>
              <button
                type="button"
                className="rounded-full bg-backdrop p-0 aria-pressed:outline-3 aria-pressed:outline-marigold"
                aria-label={each.name}
                aria-pressed={avatar?.id === each.id}
                onClick={() => choose(each)}
              >
                <img src={each.src} alt="" width={80} height={80} className="rounded-full" />
              </button>
            </li>
          ))}
        </ul>
        <Button variant="outline" className="mt-5 w-full" onClick={() => choose(undefined)}>
          Use Initials
        </Button>
      </Dialog>
    </div>
  )
}
