import { useNavigate } from 'react-router'

import { forgetPersonal } from '#app/account/personal-storage.ts'
import { useVisitor } from '#app/account/visitor.tsx'
import { browserApi } from '#app/api/browser.ts'
import { toastError } from '#app/ui/toast.tsx'
import { WORDINGS } from '#contract/wordings.ts'

/** Ends the session of the menu that is shown, the customer's before the administrator's, and goes home. */
export function useSignOut(): () => Promise<void> {
  const { customer, refresh } = useVisitor()
  const navigate = useNavigate()
  return async () => {
    try {
      await (customer ? browserApi.logout() : browserApi.adminLogout())
    } catch {
      toastError(customer ? WORDINGS.session.logoutFailed : WORDINGS.session.adminLogoutFailed)
      return
    }
    if (customer) forgetPersonal()
    await refresh()
    await navigate('/')
  }
}
