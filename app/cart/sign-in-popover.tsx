import { X } from 'lucide-react'
import { useCallback, useEffect, useId, useRef, useState, type KeyboardEvent, type SubmitEvent } from 'react'

import { RegistrationFields, SignInFields } from '#app/account/sign-in-fields.tsx'
import { register, signIn } from '#app/account/sign-in-calls.ts'
import { useFormOutcome } from '#app/account/use-form-outcome.ts'
import { useVisitor } from '#app/account/visitor.tsx'
import { browserApi } from '#app/api/browser-api.ts'
import { textsOf, type FormResult } from '#app/api/form-result.ts'
import type { SignInRequest } from '#app/cart/cart-events.ts'
import { findProductToAdd, ProductToAdd, type ChosenProduct } from '#app/cart/product-to-add.tsx'
import { takeWanted } from '#app/cart/wanted-product-storage.ts'
import { Button, IconButton } from '#app/ui/button.tsx'
import { useTask } from '#app/ui/use-task.ts'

/** Registers and signs in at once, so that nobody types the password twice. */
async function registerAndSignIn(values: Record<string, string>): Promise<FormResult> {
  const registered = await register(browserApi, values)
  const { email = '', password = '' } = values
  return registered.success ? signIn(browserApi, { email, password }) : registered
}

const TABS = [
  { name: 'Login', Fields: SignInFields, send: (values: Record<string, string>) => signIn(browserApi, values) },
  { name: 'Register', Fields: RegistrationFields, send: registerAndSignIn },
] as const

type Tab = (typeof TABS)[number]

/** What was typed into a form that was closed, without the password, until somebody signs in or leaves the document. */
const typed = new Map<Tab['name'], Record<string, string>>()

function useTyped(name: Tab['name']) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const element = form.current
    return () => {
      const { password: _password, ...values } = textsOf(new FormData(element ?? undefined))
      typed.set(name, values)
    }
  }, [name])
  return form
}

function TabForm({ tab: { name, Fields, send }, onSignedIn }: { tab: Tab; onSignedIn(): Promise<void> }) {
  const [result, setResult] = useState<FormResult>({ values: typed.get(name) ?? {} })
  const form = useTyped(name)
  const { isBusy, run } = useTask()
  useFormOutcome(result, { onSuccess: onSignedIn })

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const values = textsOf(new FormData(event.currentTarget))
    void run(async () => setResult(await send(values)))
  }
  return (
    <form ref={form} method="post" className="grid gap-5" onSubmit={submit}>
      <Fields result={result} />
      <Button type="submit" isPending={isBusy}>
        {name}
      </Button>
    </form>
  )
}

/** The forms as tabs. */
function Tabs({ onSignedIn }: { onSignedIn(): Promise<void> }) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState<Tab>(TABS[0])

  function switchByKey({ key }: KeyboardEvent) {
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return
    list.current?.querySelector<HTMLElement>('[aria-selected=false]')?.focus()
    setShown(shown === TABS[0] ? TABS[1] : TABS[0])
  }
  return (
    <>
      <div ref={list} role="tablist" aria-label="Login or Register" className="tabs my-5">
        {TABS.map((tab) => (
          <button
            key={tab.name}
            type="button"
            role="tab"
            id={`${id}-${tab.name}`}
            aria-selected={tab === shown}
            aria-controls={tab === shown ? `${id}-panel` : undefined}
            tabIndex={tab === shown ? 0 : -1}
            onClick={() => setShown(tab)}
            onKeyDown={switchByKey}
          >
            {tab.name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${shown.name}`}>
        <TabForm key={shown.name} tab={shown} onSignedIn={onSignedIn} />
      </div>
    </>
  )
}

/**
 * Signs a visitor in or registers one beside the page, and then adds the product that they wanted. It is not modal: the
 * toast and the header stay within reach (decision 26).
 */
export function SignInPopover({ request, onClose }: { request: SignInRequest; onClose(): void }) {
  const { wanted, addAgain, pressed } = request
  const titleId = useId()
  const box = useRef<HTMLDivElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const { refresh } = useVisitor()
  const [waiting, setWaiting] = useState<ChosenProduct | null>(null)
  const isKnown = waiting?.product._id === wanted.productId
  const name = isKnown ? [waiting.product.name, wanted.size].filter(Boolean).join(', ') : 'it'

  useEffect(() => {
    findProductToAdd(browserApi, wanted).then(setWaiting, () => undefined)
    if (!box.current?.matches(':popover-open')) box.current?.showPopover()
    // A visitor who has gone on meanwhile, to the menu for example, keeps the focus there.
    if (document.activeElement === document.body || document.activeElement === pressed) title.current?.focus()
  }, [wanted, pressed])

  const finish = useCallback(async () => {
    box.current?.hidePopover()
    takeWanted(sessionStorage)
    await refresh()
    typed.clear()
    await addAgain()
  }, [refresh, addAgain])

  return (
    <div
      ref={box}
      popover="auto"
      role="dialog"
      aria-labelledby={titleId}
      className="quick-add sign-in-popover"
      onToggle={({ newState }) => {
        if (newState !== 'closed') return
        const hadFocus = document.activeElement === document.body || box.current?.contains(document.activeElement)
        if (hadFocus && pressed instanceof HTMLElement) pressed.focus()
        onClose()
      }}
    >
      <div className="mb-4 flex items-start justify-between gap-3">
        <h2
          ref={title}
          id={titleId}
          tabIndex={-1}
          className="heading heading-3 wrap-anywhere"
        >{`Sign in to put ${name} in your cart`}</h2>
        <IconButton label="Close" icon={X} onClick={() => box.current?.hidePopover()} />
      </div>
      {isKnown && (
        <>
          <ProductToAdd waiting={{ ...waiting, size: wanted.size }} />
          <p className="mt-3 text-sm text-muted">
            {`We remember your choice: ${wanted.size ?? 'it'} goes into your cart next. Pieces are held in stock when you pay.`}
          </p>
        </>
      )}
      <Tabs onSignedIn={finish} />
    </div>
  )
}
