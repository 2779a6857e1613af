import { Outlet } from 'react-router'

import { Footer } from '#app/shell/footer.tsx'
import { Header } from '#app/shell/header.tsx'
import { AlertDialogHost } from '#app/ui/alert-dialog.tsx'
import '#app/styles/admin.css'

export default function AdminLayout() {
  return (
    <>
      <Header />
      <main id="main" className="min-h-svh pt-24">
        <Outlet />
      </main>
      <Footer />
      <AlertDialogHost />
    </>
  )
}

/** Exported here, so that a failing screen does not replace the frame around it. */
export { FramedError as ErrorBoundary } from '#app/shell/error-screen.tsx'
