import { browserApi } from '#app/api/admin-browser-api.ts'
import { shrinkPicture } from '#app/ui/shrink-picture.ts'
import { answerOrToast } from '#app/ui/toast.tsx'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

/**
 * Sends a picture for a draft and passes on its value: an empty text for none. Visitors see it once the draft is
 * published. A toast says why a picture was refused, and the one before stays.
 */
export async function addPagePicture(file: File | undefined, onChange: (value: string) => void): Promise<void> {
  if (!file) return onChange('')
  const sending = shrinkPicture(file).then((small) => browserApi.addPagePicture(small))
  const answer = await answerOrToast(sending, WORDINGS.fallback)
  if (answer) onChange(answer.value)
}
