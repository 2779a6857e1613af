import type { FormResult } from '#app/api/form-result.ts'

const MESSAGE = 'Please fill in every field.'

/** What is missing or misspelt in a form, in the form of a refused call; undefined where nothing is. */
export function findUnfilled(form: HTMLFormElement): FormResult | undefined {
  const faults = [...form.elements].flatMap((field): [string, string][] => {
    if (!(field instanceof HTMLInputElement) || field.validity.valid) return []
    const label = field.labels?.[0]?.textContent.trim() ?? 'This'
    return [[field.name, field.validity.valueMissing ? `${label} is missing.` : `${label} looks misspelt.`]]
  })
  return faults.length === 0 ? undefined : { failure: { message: MESSAGE, fields: Object.fromEntries(faults) } }
}
