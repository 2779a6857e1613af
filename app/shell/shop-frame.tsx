import type { ReactNode } from 'react'

import { Footer } from '#app/shell/footer.tsx'
import { Header } from '#app/shell/header.tsx'

/** Header, main and footer of the shop. The checkout, the offline page and the admin area have frames of their own. */
export function ShopFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <Header />
      <main id="main" className="shop-page min-h-[60svh]">
        {children}
      </main>
      <Footer />
    </>
  )
}
