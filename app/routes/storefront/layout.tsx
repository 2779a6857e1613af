import { Outlet } from 'react-router'

import { AnnouncementBanner } from '#app/shell/announcement-banner.tsx'
import { ShopFrame } from '#app/shell/shop-frame.tsx'

/** The shop's frame, with the owner's announcement above each page. */
export default function StorefrontLayout() {
  return (
    <ShopFrame>
      <AnnouncementBanner />
      <Outlet />
    </ShopFrame>
  )
}

/** Exported here, so that a failing screen does not replace the frame around it. */
export { FramedError as ErrorBoundary } from '#app/shell/error-screen.tsx'
