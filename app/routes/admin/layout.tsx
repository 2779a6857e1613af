import { Outlet } from 'react-router'

import { Footer } from '#app/shell/footer.tsx'
import { Header } from '#app/shell/header.tsx'
import '#app/styles/admin.css'

export default function AdminLayout() {
  return (
    <>
      <Header />
      <main id="main" className="min-h-svh pt-24">
        <Outlet />
      </main>
      <Footer />
    </>
  )
}

/** Here, so that a screen that fails takes nothing along but itself. */
export { FramedError as ErrorBoundary } from '#app/shell/error-screen.tsx'
