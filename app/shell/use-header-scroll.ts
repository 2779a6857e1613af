import { useEffect, useState } from 'react'

const CARD_FROM_PX = 50
const HIDE_BEYOND_PX = 100

interface HeaderScroll {
  /** A floating card with shadow, once the page is scrolled 50 px or more. */
  isCard: boolean
  /** Hidden while scrolling down past 100 px; back at the first scroll up. */
  isHidden: boolean
}

/** Follows the page's scrolling with one passive listener. */
export function useHeaderScroll(): HeaderScroll {
  const [scroll, setScroll] = useState<HeaderScroll>({ isCard: false, isHidden: false })
  useEffect(() => {
    let previous = window.scrollY
    const follow = () => {
      const { scrollY } = window
      const isCard = scrollY >= CARD_FROM_PX
      const isHidden = scrollY > HIDE_BEYOND_PX && scrollY > previous
      const isStill = scrollY === previous
      previous = scrollY
      if (isStill) return
      setScroll((known) => (known.isCard === isCard && known.isHidden === isHidden ? known : { isCard, isHidden }))
    }
    setScroll({ isCard: previous >= CARD_FROM_PX, isHidden: false })
    window.addEventListener('scroll', follow, { passive: true })
    return () => window.removeEventListener('scroll', follow)
  }, [])
  return scroll
}
