import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { formatDateTime } from '#app/ui/format-date.ts'
import { counted } from '#contract/words/counted.ts'
import type { EditedPage } from '#contract/pages-of-blocks/pages.ts'

interface PageVersionsProps {
  page: EditedPage
  isBusy: boolean
  onBringBack(version: number): void
}

/** Everything that visitors have read at this address, newest first. */
export function PageVersions({ page: { versions, isSpecified }, isBusy, onBringBack }: PageVersionsProps) {
  return (
    <section className="card grid gap-4 p-6" aria-labelledby="page-versions">
      <h2 id="page-versions" className="heading heading-3">
        Versions
      </h2>
      {versions.length === 0 && !isSpecified && <p className="text-muted">Nothing was published yet.</p>}
      <ol className="grid gap-3">
        {versions.map(({ version, blocks, publishedAt, publishedBy, isCurrent }) => (
          <li key={version} className="flex flex-wrap items-center gap-3 border-t border-line pt-3 text-sm">
            <span className="flex-1">
              {`${version}: ${formatDateTime(publishedAt)}, ${publishedBy ?? 'by the shop itself'}, ${counted(blocks, 'block')}`}
            </span>
            {isCurrent && <Badge kind="marigold">Visitors see this</Badge>}
            <Button variant="outline" isSmall disabled={isBusy} onClick={() => onBringBack(version)}>
              {`Bring back version ${version}`}
            </Button>
          </li>
        ))}
        {isSpecified && (
          <li className="flex flex-wrap items-center gap-3 border-t border-line pt-3 text-sm">
            <span className="flex-1">As it came with the shop</span>
            <Button variant="outline" isSmall disabled={isBusy} onClick={() => onBringBack(0)}>
              Bring back as it came
            </Button>
          </li>
        )}
      </ol>
    </section>
  )
}
