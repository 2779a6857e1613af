import { useLocation } from 'react-router'

import { familyOf, menuEntryOf } from '#app/admin/shell/find-menu-entry.ts'
import { useMayDo } from '#app/admin/shell/use-may-do.ts'
import { Tabs } from '#app/ui/tabs.tsx'

/** The screens of the same family as the open one, as tabs; nothing where a person may open one of them alone. */
export function FamilyTabs() {
  const { pathname } = useLocation()
  const mayDo = useMayDo()
  const open = menuEntryOf(pathname)
  const entries = familyOf(open).filter(({ area }) => mayDo(area))
  if (!open?.family || entries.length < 2) return null
  return (
    <Tabs
      label={open.family}
      tabs={entries.map((entry) => ({ label: entry.label, to: entry.to, isCurrent: entry === open }))}
    />
  )
}
