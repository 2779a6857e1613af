import type { Page } from 'playwright-core'

interface Router {
  state: { navigation: { state: string }; fetchers: Map<string, { state: string }> }
  navigate(path: string): Promise<void>
}
declare global {
  interface Window {
    __reactRouterDataRouter: Router
    /** What the shop has said against what was sent: see `watchRefusals`. */
    refusals: string[]
    callsUnderWay: number
  }
}

/** What a walk counts. */
export interface ActCounts {
  typed: number
  pressed: number
  chosen: number
  sent: number
  /** Of the forms that were sent. */
  refused: number
  /** Fields of refused forms that have kept what was typed. */
  kept: number
}

/** How often each was done, and what went wrong. */
export interface Acts extends ActCounts {
  /** Fields that have lost what was typed into them. */
  lost: string[]
  /** Forms that were refused, and the page does not say why. */
  unexplained: string[]
}

/** Goes to another screen within the document, as a link does, and leaves unsaved changes behind if the screen asks. */
export async function moveTo(page: Page, path: string): Promise<void> {
  await page.evaluate(async (to) => {
    const router = window.__reactRouterDataRouter
    void router.navigate(to)
    const isThere = () => decodeURI(location.pathname) === decodeURI(to) && router.state.navigation.state === 'idle'
    const until = performance.now() + 30_000
    while (!isThere() && performance.now() < until) {
      await new Promise((done) => requestAnimationFrame(done))
      const ways = document.querySelectorAll<HTMLButtonElement>('[role=alertdialog] button')
      ;[...ways].find((button) => button.textContent === 'Leave')?.click()
    }
  }, path)
}

/** Has a page note what the shop says against what is sent. Call it before the page is loaded. */
export function watchRefusals(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    window.refusals = []
    window.callsUnderWay = 0
    const passOn = window.fetch
    window.fetch = async (input, init) => {
      window.callsUnderWay += 1
      try {
        const answer = await passOn(input, init)
        if (init?.method && init.method !== 'GET' && answer.status >= 400 && answer.status < 500) {
          const { message, fields = {} } = await answer.clone().json()
          window.refusals.push(message, ...Object.values<string>(fields))
        }
        return answer
      } finally {
        window.callsUnderWay -= 1
      }
    }
  })
}

/**
 * Does what a screen offers and what stays on it. Types into each field, opens what is folded, presses each button that
 * sends no form, closes each dialog that comes, chooses another option and back, ticks what can be ticked. With `sends`
 * it types and then sends each form that asks for no password; what was typed into one that is refused must still be
 * there, with the reason.
 */
export function actOnScreen(page: Page, { sends }: { sends: boolean }): Promise<Acts> {
  return page.evaluate(async (sendsForms): Promise<Acts> => {
    // Only what never ends is not waited for, such as a comparison in a shop without jobs.
    const PATIENCE_MS = 8_000
    const MOST_BOXES = 20
    const DIALOG = 'dialog[open], [role=dialog], [role=alertdialog], [popover]:popover-open'
    // The last one replaces what is typed, which is what it is for.
    const NOT_PRESSED = /sign out|log out|print|download|bring back/i
    const TEXT =
      'input:not([type=checkbox], [type=radio], [type=file], [type=submit], [type=hidden], [type=color], [type=range]), textarea'
    const WAY_OUT = /cancel|close|keep|stay|back|not now|no,/i
    type Field = HTMLInputElement | HTMLTextAreaElement
    const acts: Acts = { typed: 0, pressed: 0, chosen: 0, sent: 0, refused: 0, kept: 0, lost: [], unexplained: [] }
    const start = location.pathname
    const isHere = () => location.pathname === start
    const isBusy = () => {
      const { navigation, fetchers } = window.__reactRouterDataRouter.state
      if (window.callsUnderWay > 0 || navigation.state !== 'idle') return true
      if ([...fetchers.values()].some((fetcher) => fetcher.state !== 'idle')) return true
      // What has opened a dialog is busy until it is answered.
      return (
        all(DIALOG, document).length === 0 && document.querySelector('main .spinner, main [aria-busy=true]') !== null
      )
    }
    const frame = () => new Promise((done) => requestAnimationFrame(done))
    const settle = async () => {
      const until = performance.now() + PATIENCE_MS
      do await frame()
      while (isBusy() && performance.now() < until)
      await frame()
    }
    const all = <Found extends HTMLElement>(choice: string, root: ParentNode | null = document.querySelector('main')) =>
      [...(root?.querySelectorAll<Found>(choice) ?? [])].filter(
        (each) => each.checkVisibility() && !each.matches(':disabled'),
      )
    const set = (field: Field | HTMLSelectElement, text: string, event: string) => {
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text)
      field.dispatchEvent(new Event(event, { bubbles: true }))
      field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
    }
    const textFor = ({ type, value }: Field) => {
      if (type === 'number') return '7'
      if (type === 'date') return '2027-01-15'
      if (type === 'datetime-local') return '2027-01-15T10:30'
      if (type === 'time') return '10:30'
      return type === 'month' ? '2027-01' : `${value}7`
    }
    const typeInto = (root?: ParentNode | null) => {
      for (const field of all<Field>(TEXT, root)) {
        if (field.readOnly || field.type === 'search') continue
        set(field, textFor(field), 'input')
        acts.typed += 1
      }
    }
    const closeDialogs = async () => {
      for (let tries = 0; tries < 3; tries += 1) {
        const dialog = all(DIALOG, document).at(-1)
        if (!dialog) return
        typeInto(dialog)
        await settle()
        const ways = all<HTMLButtonElement>('button', dialog)
        const wayOut = ways.find((button) => WAY_OUT.test(`${button.innerText} ${button.ariaLabel}`))
        if (wayOut) wayOut.click()
        else dialog.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
        await settle()
      }
    }
    const nameOf = (button: HTMLElement) => (button.ariaLabel ?? button.innerText).replaceAll(/[\d\s]+/g, ' ').trim()
    const pressEach = async () => {
      const pressed = new Set<string>()
      const findNext = () =>
        all<HTMLButtonElement>('button, summary, [role=tab]').find(
          (button) =>
            !(button.form && button.type === 'submit') &&
            !pressed.has(nameOf(button)) &&
            !NOT_PRESSED.test(nameOf(button)),
        )
      for (let next = findNext(); next && isHere(); next = findNext()) {
        pressed.add(nameOf(next))
        next.click()
        acts.pressed += 1
        await settle()
        await closeDialogs()
      }
    }
    const chooseEach = async () => {
      for (const select of all<HTMLSelectElement>('select')) {
        const before = select.value
        const other = [...select.options].find(({ value, disabled }) => value !== before && !disabled)
        if (!other || !isHere() || !select.isConnected) continue
        set(select, other.value, 'change')
        acts.chosen += 1
        await settle()
        if (select.isConnected) set(select, before, 'change')
        await settle()
      }
      for (const box of all<HTMLInputElement>('input[type=checkbox], input[type=radio]').slice(0, MOST_BOXES)) {
        if (!box.isConnected || !isHere()) continue
        box.click()
        acts.chosen += 1
        await settle()
      }
    }
    const valuesIn = (form: HTMLFormElement) => all<Field>(TEXT, form).map((field) => ({ field, text: field.value }))
    const saysWhy = (fault: Element) =>
      (fault.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .some((id) => document.getElementById(id)?.matches('.field-error') === true)
    const alerts = () => all('.error-summary, [role=alert]', document).map(({ innerText }) => innerText.trim())
    const checkRefusal = (form: HTMLFormElement, typed: ReturnType<typeof valuesIn>, before: readonly string[]) => {
      const { refusals } = window
      const faults = [...form.querySelectorAll('[aria-invalid=true]')]
      const isAlarmed = alerts().some((alert) => alert !== '' && !before.includes(alert))
      if (refusals.length === 0 && faults.length === 0 && !isAlarmed) return
      acts.refused += 1
      for (const { field, text } of typed) {
        const now = field.isConnected ? field : document.querySelector<Field>(`main [name="${field.name}"]`)
        if (now?.value === text) acts.kept += 1
        else acts.lost.push(`${field.name || field.id} of a refused form`)
      }
      const shown = document.body.innerText
      const isExplained = refusals.length > 0 ? refusals.some((one) => shown.includes(one)) : faults.every(saysWhy)
      if (!isExplained) acts.unexplained.push(refusals[0] ?? `${form.innerText.slice(0, 40)}…`)
    }
    const sendEach = async () => {
      for (const form of all<HTMLFormElement>('form')) {
        const button = all<HTMLButtonElement>('[type=submit], button:not([type])', form)[0]
        if (!button || !form.isConnected || !isHere() || form.querySelector('[type=password]')) continue
        const [before, alertsBefore] = [valuesIn(form), alerts()]
        window.refusals = []
        // The shop is to refuse it, not the browser.
        form.noValidate = true
        button.click()
        acts.sent += 1
        await settle()
        if (isHere()) checkRefusal(form, before, alertsBefore)
        await closeDialogs()
      }
    }

    for (const details of all<HTMLDetailsElement>('details')) details.open = true
    await new Promise((done) => requestIdleCallback(done))
    await settle()
    typeInto()
    await settle()
    const typed = new Map(all<Field>(TEXT).map((field) => [field, field.value]))
    if (sendsForms) await sendEach()
    else {
      await pressEach()
      await chooseEach()
    }
    for (const [field, text] of typed) {
      if (!sendsForms && field.isConnected && text !== '' && field.value === '') acts.lost.push(field.name || field.id)
    }
    return acts
  }, sends)
}
