import { useEffect, useRef } from 'react'

import { Link } from '#app/ui/link.tsx'

interface Tab {
  label: string
  to: string
  isCurrent: boolean
  /** Shown after the label. */
  count?: number | undefined
}

/** Views of one list as plain links, so that each has an address. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const row = useRef<HTMLElement>(null)
  const current = tabs.find(({ isCurrent }) => isCurrent)?.to
  // On a phone the current one may be beyond the edge.
  useEffect(() => {
    const open = row.current?.querySelector<HTMLElement>('[aria-current]')
    if (row.current && open) row.current.scrollLeft = open.offsetLeft - (row.current.clientWidth - open.offsetWidth) / 2
  }, [current])
  return (
    <nav ref={row} aria-label={label} className="tabs">
      {tabs.map((tab) => (
        <Link key={tab.to} to={tab.to} aria-current={tab.isCurrent ? 'page' : undefined}>
          <span>{tab.label}</span>
          {tab.count !== undefined && <span className="badge tabular-nums">{tab.count.toLocaleString('en-IN')}</span>}
        </Link>
      ))}
    </nav>
  )
}
