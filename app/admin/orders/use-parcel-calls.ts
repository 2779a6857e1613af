import { browserApi } from '#app/api/admin-browser-api.ts'
import { showConfirm } from '#app/ui/alert-dialog.tsx'
import { toastError, toastFailure, toastSuccess } from '#app/ui/toast.tsx'
import { useTask } from '#app/ui/use-task.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

/** What the staff do with parcels at the courier service; `onChange` is called after each call that was answered. */
export function useParcelCalls(onChange: () => void) {
  const { isBusy, run } = useTask()
  const attempt = (work: () => Promise<void>) =>
    run(async () => {
      try {
        await work()
      } catch (error) {
        toastFailure(error, WORDINGS.fallback)
      }
    })
  return {
    isBusy,
    book: (orderIds: readonly string[]) =>
      attempt(async () => {
        const { message, results } = await browserApi.bookParcels(orderIds.map((_id) => ({ _id })))
        const [other] = results.filter(({ outcome }) => outcome !== 'booked')
        if (other) toastError(results.length === 1 ? other.message : `${message} ${other.message}`)
        else toastSuccess(message)
        onChange()
      }),
    check: (parcelId: string) =>
      attempt(async () => {
        toastSuccess((await browserApi.checkParcel(parcelId)).message)
        onChange()
      }),
    cancel: (parcelId: string) =>
      attempt(async () => {
        const question = 'Cancel this parcel at the courier service? The order then waits for another courier.'
        if (!(await showConfirm({ question, confirmLabel: 'Yes, cancel the parcel' }))) return
        toastSuccess((await browserApi.cancelParcel(parcelId)).message)
        onChange()
      }),
    openLabel: (parcelId: string) =>
      attempt(async () => {
        const { link } = await browserApi.getParcelLabel(parcelId)
        window.open(link, '_blank', 'noopener,noreferrer')
      }),
  }
}
