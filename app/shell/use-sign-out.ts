import { useNavigate } from 'react-router'

import { deletePersonalData } from '#app/account/personal-storage.ts'
import { useVisitor } from '#app/account/visitor.tsx'
import { browserApi } from '#app/api/browser-api.ts'
import { toastError } from '#app/ui/toast.tsx'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

/**
 * Signs out the customer if one is signed in, else the administrator; with `audience` always the administrator. Then
 * opens the home page. Resolves with whether it worked.
 */
export function useSignOut(audience?: 'admin'): () => Promise<boolean> {
  const { customer, refresh } = useVisitor()
  const navigate = useNavigate()
  const isCustomer = Boolean(customer) && audience !== 'admin'
  return async () => {
    try {
      await (isCustomer ? browserApi.logout() : browserApi.adminLogout())
    } catch {
      toastError(isCustomer ? WORDINGS.session.logoutFailed : WORDINGS.session.adminLogoutFailed)
      return false
    }
    if (isCustomer) deletePersonalData()
    await refresh()
    await navigate('/')
    return true
  }
}
