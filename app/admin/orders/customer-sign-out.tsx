import { browserApi } from '#app/api/admin-browser-api.ts'
import { showConfirm } from '#app/ui/alert-dialog.tsx'
import { Button } from '#app/ui/button.tsx'
import { answerOrToast, toastSuccess } from '#app/ui/toast.tsx'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

interface CustomerSignOutProps {
  customer: { _id: string; name: string }
}

/** Lets an owner end every session of a customer, whose device was lost or whose account somebody else is in. */
export function CustomerSignOut({ customer: { _id, name } }: CustomerSignOutProps) {
  async function signOut() {
    const found = await answerOrToast(browserApi.listCustomerSessions(_id), WORDINGS.fallback)
    if (!found) return
    const devices = found.signIns.map(({ device, network }) => [device || 'Unknown device', network].join(' ').trim())
    const question = `Log out ${name} everywhere? Now: ${devices.join('; ') || 'nowhere'}.`
    if (!(await showConfirm({ question, confirmLabel: 'Log out' }))) return
    const answered = await answerOrToast(browserApi.endCustomerSessions(_id), WORDINGS.fallback)
    if (answered) toastSuccess(answered.message)
  }

  return (
    <div className="no-print mt-4">
      <Button variant="outline" isSmall onClick={() => void signOut()}>
        Log out everywhere
      </Button>
    </div>
  )
}
