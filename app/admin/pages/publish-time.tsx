import { useState } from 'react'

import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { formatDateTime } from '#app/ui/format-date.ts'
import type { EditedPage } from '#contract/pages-of-blocks/pages.ts'

interface PublishTimeProps {
  page: EditedPage
  isBusy: boolean
  /** ISO 8601; null to take the time back. */
  onPublish(at: string | null): void
  onUnpublish(): void
}

const INDIA = '+05:30'

function TimeForm({ isBusy, onPublish }: Pick<PublishTimeProps, 'isBusy' | 'onPublish'>) {
  const [at, setAt] = useState('')
  return (
    <div className="flex flex-wrap items-end gap-3">
      <TextField
        type="datetime-local"
        name="publishAt"
        label="Publish at"
        hint="In India’s time. What is saved as the draft then is published."
        value={at}
        onChange={(event) => setAt(event.currentTarget.value)}
      />
      <Button
        variant="outline"
        disabled={at === '' || isBusy}
        onClick={() => onPublish(new Date(`${at}:00${INDIA}`).toISOString())}
      >
        Set the time
      </Button>
    </div>
  )
}

/** When visitors see the draft, and whether they see the page at all. */
export function PublishTime({ page, isBusy, onPublish, onUnpublish }: PublishTimeProps) {
  return (
    <section className="card grid gap-4 p-6" aria-labelledby="page-publishing">
      <h2 id="page-publishing" className="heading heading-3">
        Publishing
      </h2>
      {page.publishAt === undefined ? (
        <TimeForm isBusy={isBusy} onPublish={onPublish} />
      ) : (
        <p className="flex flex-wrap items-center gap-3">
          <span>{`The draft will be published ${formatDateTime(page.publishAt)}.`}</span>
          <Button variant="outline" isSmall disabled={isBusy} onClick={() => onPublish(null)}>
            Take the time back
          </Button>
        </p>
      )}
      {page.versions.some(({ isCurrent }) => isCurrent) && (
        <div>
          <Button variant="outline" isSmall disabled={isBusy} onClick={onUnpublish}>
            {page.isSpecified ? 'Show visitors the page as it came' : 'Take the page from visitors'}
          </Button>
        </div>
      )}
    </section>
  )
}
