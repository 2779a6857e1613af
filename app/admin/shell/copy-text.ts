import { toastError } from '#app/ui/toast.tsx'

/** Copies a text. False where the browser forbids it, such as without https: a toast shows the text then. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    toastError(`Not copied: ${text}`)
    return false
  }
}
