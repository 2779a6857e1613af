import type { ReactNode } from 'react'

import { Footer } from '#app/shell/footer.tsx'
import { Header } from '#app/shell/header.tsx'

/** Header, main and footer: the frame of every screen except the checkout and the admin area. */
export function ShopFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <Header />
      <main id="main" className="min-h-[60svh] pt-24">
        {children}
      </main>
      <Footer />
    </>
  )
}
