import { DRAFT_KEY } from '#app/account/personal-storage.ts'
import { readJson, saveText } from '#app/api/device-storage.ts'
import { ADDRESS_FIELDS } from '#contract/schemas/address-form-fields.ts'

const FIELDS = [...ADDRESS_FIELDS.map(({ name }) => name as string), 'buyerGstin', 'buyerFirm']

/** What a customer has typed into the checkout and not paid yet. */
export interface AddressDraft {
  customerId: string
  /** The saved address that was chosen; empty for another one. */
  chosenId: string
  values: Record<string, string>
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** The draft of this customer in this tab, which survives a reload and a tab that the phone has discarded. */
export function findDraft(customerId: string, storage: Storage): AddressDraft | undefined {
  const saved = Object(readJson(storage, DRAFT_KEY)) as Partial<AddressDraft>
  const { chosenId, values } = saved
  if (saved.customerId !== customerId || !isText(chosenId)) return undefined
  const texts = Object.entries(Object(values) as Record<string, unknown>).filter((entry): entry is [string, string] =>
    isText(entry[1]),
  )
  return { customerId, chosenId, values: Object.fromEntries(texts) }
}

/** Saves what the form holds now. */
export function saveDraft(form: HTMLFormElement, of: Omit<AddressDraft, 'values'>, storage: Storage): void {
  const typed = [...new FormData(form)].filter((entry): entry is [string, string] => FIELDS.includes(entry[0]))
  const draft: AddressDraft = { ...of, values: Object.fromEntries(typed) }
  saveText(storage, DRAFT_KEY, JSON.stringify(draft), 'The typed address could not be saved.')
}

/** Writes a draft into the form's fields. A closed part of the form that holds something opens. */
export function fillForm(form: HTMLFormElement, { values }: AddressDraft): void {
  for (const [name, value] of Object.entries(values)) {
    const field = form.elements.namedItem(name)
    if (!(field instanceof HTMLInputElement)) continue
    field.value = value
    const part = field.closest('details')
    if (part && value !== '') part.open = true
  }
}
