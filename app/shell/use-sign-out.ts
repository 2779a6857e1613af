import { useNavigate } from 'react-router'

import { deletePersonalData } from '#app/account/personal-storage.ts'
import { useVisitor } from '#app/account/visitor.tsx'
import { browserApi } from '#app/api/browser.ts'
import { toastError } from '#app/ui/toast.tsx'
import { WORDINGS } from '#contract/wordings.ts'

/** Signs out the customer, or else the administrator, and goes to the home page. */
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
    if (customer) deletePersonalData()
    await refresh()
    await navigate('/')
  }
}
