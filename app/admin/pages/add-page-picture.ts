import { browserApi } from '#app/api/admin-browser-api.ts'
import { shrinkPicture } from '#app/ui/shrink-picture.ts'
import { toastFailure } from '#app/ui/toast.tsx'
import { messageOf } from '#contract/words/error-message.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

/**
 * Sends a picture for a draft and passes on its value: an empty text for none. Visitors see it once the draft is
 * published. Resolves with the sentence why a picture was refused, which a toast says too; then the one before stays.
 */
export async function addPagePicture(
  file: File | undefined,
  onChange: (value: string) => void,
): Promise<string | undefined> {
  try {
    onChange(file ? (await browserApi.addPagePicture(await shrinkPicture(file))).value : '')
    return undefined
  } catch (error) {
    toastFailure(error, WORDINGS.fallback)
    return messageOf(error, WORDINGS.fallback)
  }
}
