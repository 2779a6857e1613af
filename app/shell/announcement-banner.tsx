import { useShop } from '#app/api/use-shop.ts'
import { Link } from '#app/ui/link.tsx'

/** The owner's announcement. It closes without a script; `app/head-script.ts` remembers that. */
export function AnnouncementBanner() {
  const { announcement } = useShop()
  return (
    announcement && (
      <details className="announcement container" open>
        <summary aria-label="Close announcement">×</summary>
        <span>{announcement.link ? <Link to={announcement.link}>{announcement.text}</Link> : announcement.text}</span>
      </details>
    )
  )
}
