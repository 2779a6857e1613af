import { Outlet } from 'react-router'

import { AdminFrame } from '#app/admin/shell/admin-frame.tsx'
import { PasswordDialog } from '#app/admin/shell/password-dialog.tsx'
import { AlertDialogHost } from '#app/ui/alert-dialog.tsx'
import '#app/styles/admin-utilities.css'
import '#app/styles/admin.css'

export default function AdminLayout() {
  return (
    <>
      <AdminFrame>
        <Outlet />
      </AdminFrame>
      <AlertDialogHost />
      <PasswordDialog />
    </>
  )
}

/** Exported here, so that the screen stands alone if the frame itself fails. */
export { FramedError as ErrorBoundary } from '#app/shell/error-screen.tsx'
