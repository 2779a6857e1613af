import { Outlet } from 'react-router'

import { Footer } from '#app/shell/footer.tsx'
import { Header } from '#app/shell/header.tsx'

/** The frame of every page of the shop but the checkout and the admin area. */
export default function StorefrontLayout() {
  return (
    <>
      <Header />
      <main id="main" className="pt-24">
        <Outlet />
      </main>
      <Footer />
    </>
  )
}
