import { takeFocus } from '#app/ui/take-focus.ts'

/** Focuses the first invalid field of a form, once it has been rendered as invalid. */
export function focusFirstError(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => takeFocus(form?.querySelector<HTMLElement>('[aria-invalid="true"]')))
}
