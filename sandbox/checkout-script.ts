import { CHECKOUT_STYLES } from '#sandbox/checkout-styles.ts'

/** What a shop's page hands to the provider's script; the rest of what the real one takes is ignored. */
interface CheckoutOptions {
  key: string
  order_id: string
  /** Paise; shown only until the order itself has been asked for. */
  amount?: number | string
  name?: string
  description?: string
  prefill?: { name?: string; email?: string; contact?: string }
  modal?: { ondismiss?: () => void; escape?: boolean }
  handler?: (proof: Proof) => void
}

interface Proof {
  razorpay_order_id: string
  razorpay_payment_id: string
  razorpay_signature: string
}

interface PaymentError {
  code: string
  description: string
}

type FailureListener = (failure: { error: PaymentError }) => void

// Set by the text around the functions below, which run in a browser only.
declare const BASE: string
declare const STYLES: string

function create<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const node = Object.assign(document.createElement(name), properties)
  node.append(...children)
  return node
}

function formatPaise(paise: number): string {
  return new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' }).format(paise / 100)
}

function drawMethod(value: string, label: string, isFirst: boolean): HTMLLabelElement {
  return create(
    'label',
    {},
    create('input', { type: 'radio', name: 'sandbox-method', value, defaultChecked: isFirst }),
    label,
  )
}

function drawDialog(options: CheckoutOptions) {
  const title = create('h2', { id: 'sandbox-checkout-title' }, options.name ?? '')
  const amount = create('p', { className: 'amount' }, options.amount ? formatPaise(Number(options.amount)) : '')
  const failure = create('p', { className: 'failure', role: 'alert' })
  const progress = create('p', { className: 'progress quiet', role: 'status' })
  const pay = create('button', { type: 'button', className: 'pay', autofocus: true }, 'Pay')
  const fail = create('button', { type: 'button' }, 'Fail payment')
  const close = create('button', { type: 'button' }, 'Close')
  const methods = create('fieldset', {}, create('legend', {}, 'Pay with'))
  methods.append(drawMethod('card', 'Card', true), drawMethod('upi', 'UPI', false))
  const notice = create('p', { id: 'sandbox-checkout-notice', className: 'notice' })
  notice.append(create('strong', {}, 'Sandbox.'), ' No money moves: you decide how this payment ends.')
  const buyer = options.prefill?.email ?? options.prefill?.contact
  const particulars = [options.description, buyer].filter(Boolean).join(' · ')
  const buttons = create('div', { className: 'buttons' }, pay, fail, close)
  const content = create('div', { className: 'content' }, create('div', {}, title, amount))
  if (particulars) content.append(create('p', { className: 'quiet' }, particulars))
  content.append(methods, failure, progress, buttons)
  const dialog = create('dialog', { className: 'sandbox-checkout' }, notice, content)
  dialog.setAttribute('aria-labelledby', title.id)
  dialog.setAttribute('aria-describedby', notice.id)
  return { dialog, title, amount, failure, progress, pay, fail, close }
}

/** Null where the sandbox gave no answer that can be read. */
async function ask<Answer>(url: string, init?: RequestInit): Promise<Answer | { error: PaymentError } | null> {
  try {
    const response = await fetch(url, { ...init, credentials: 'omit', signal: AbortSignal.timeout(15_000) })
    return (await response.json()) as Answer | { error: PaymentError }
  } catch {
    return null
  }
}

function isProof(answer: Proof | { error: PaymentError } | null): answer is Proof {
  return answer !== null && 'razorpay_signature' in answer
}

class Razorpay {
  #options: CheckoutOptions
  #listeners: FailureListener[] = []
  #drawn: ReturnType<typeof drawDialog> | undefined
  #isBusy = false
  #isSilent = false
  #proof: Proof | undefined

  constructor(options: CheckoutOptions) {
    this.#options = options
  }

  on(event: string, listener: FailureListener): void {
    if (event === 'payment.failed') this.#listeners.push(listener)
  }

  open(): void {
    if (this.#drawn) return
    const stylesheet = new CSSStyleSheet()
    stylesheet.replaceSync(STYLES)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, stylesheet]
    const drawn = drawDialog(this.#options)
    this.#drawn = drawn
    drawn.pay.addEventListener('click', () => void this.#attempt('success'))
    drawn.fail.addEventListener('click', () => void this.#attempt('failure'))
    drawn.close.addEventListener('click', () => this.#isBusy || drawn.dialog.close())
    drawn.dialog.addEventListener('cancel', (event) => {
      if (this.#isBusy || this.#options.modal?.escape === false) event.preventDefault()
    })
    drawn.dialog.addEventListener('close', () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== stylesheet)
      drawn.dialog.remove()
      if (!this.#isBusy) this.#end()
    })
    document.body.append(drawn.dialog)
    drawn.dialog.showModal()
    void this.#showOrder()
  }

  /** The page takes the dialog away; it knows that it did, so `ondismiss` is not called. */
  close(): void {
    this.#isSilent = true
    this.#drawn?.dialog.close()
  }

  async #showOrder(): Promise<void> {
    const { key, order_id } = this.#options
    const query = new URLSearchParams({ key_id: key, order_id })
    const order = await ask<{ amount: number; shop_name: string }>(`${BASE}checkout/order?${query}`)
    const drawn = this.#drawn
    if (!drawn) return
    if (!order || 'error' in order) {
      this.#showFailure(order?.error)
      return
    }
    drawn.amount.textContent = formatPaise(order.amount)
    drawn.title.textContent ||= order.shop_name
  }

  async #attempt(outcome: string): Promise<void> {
    const drawn = this.#drawn
    if (!drawn || this.#isBusy) return
    this.#setBusy(true)
    const method = drawn.dialog.querySelector<HTMLInputElement>('input:checked')?.value
    const answer = await ask<Proof>(`${BASE}pay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ order_id: this.#options.order_id, outcome, method, webhook: true }),
    })
    this.#setBusy(false)
    if (isProof(answer)) this.#proof = answer
    else this.#reportFailure(answer?.error)
    // Browsers close a dialog at the second Escape, whatever the page says: the payment is then ended here.
    if (!drawn.dialog.open) this.#end()
    else if (this.#proof) drawn.dialog.close()
  }

  #setBusy(isBusy: boolean): void {
    const drawn = this.#drawn
    if (!drawn) return
    this.#isBusy = isBusy
    drawn.progress.textContent = isBusy ? 'Talking to the sandbox bank…' : ''
    if (isBusy) drawn.failure.textContent = ''
    for (const button of [drawn.pay, drawn.fail, drawn.close]) button.setAttribute('aria-disabled', String(isBusy))
  }

  #showFailure(error: PaymentError | undefined): void {
    if (!this.#drawn) return
    this.#drawn.failure.textContent = error?.description ?? 'The sandbox does not answer. Please try again.'
  }

  #reportFailure(error: PaymentError | undefined): void {
    this.#showFailure(error)
    if (!error) return
    for (const listener of this.#listeners) listener({ error })
  }

  #end(): void {
    const isDismissed = !this.#proof && !this.#isSilent
    const proof = this.#proof
    this.#drawn = undefined
    this.#proof = undefined
    this.#isSilent = false
    if (proof) this.#options.handler?.(proof)
    if (isDismissed) this.#options.modal?.ondismiss?.()
  }
}

/**
 * The provider's browser script, which defines `window.Razorpay`. The functions above are its source: the runtime has
 * already taken their types away, so it is checked like all code and needs no build of its own. It sets no inline style
 * and no HTML text, and so runs under a strict content security policy with Trusted Types.
 */
export function checkoutScript(): string {
  const parts = [create, formatPaise, drawMethod, drawDialog, ask, isProof, Razorpay]
  return `(() => {
'use strict'
const BASE = new URL('.', document.currentScript.src).href
const STYLES = ${JSON.stringify(CHECKOUT_STYLES)}
${parts.map(String).join('\n\n')}
window.Razorpay = Razorpay
})()
`
}
