import { Button } from '#app/ui/button.tsx'

interface SaveBarProps {
  isChanged: boolean
  isBusy: boolean
  canUndo: boolean
  onUndo(): void
  onSave(): void
  onPublish(): void
  /** Brings the preview into sight, where it stands below. */
  onShowPreview(): void
}

/** What is done with the draft as a whole. It stays in sight. */
export function SaveBar({ isChanged, isBusy, canUndo, onUndo, onSave, onPublish, onShowPreview }: SaveBarProps) {
  return (
    <div className="save-bar items-center" role="group" aria-label="Draft">
      <div className="flex w-full flex-wrap items-baseline justify-between gap-x-3 text-sm">
        <p role="status" className="text-muted">
          {isChanged ? 'There are changes that are not saved.' : 'The draft is saved.'}
        </p>
        <button type="button" className="link min-h-6 xl:hidden" onClick={onShowPreview}>
          See the preview
        </button>
      </div>
      <Button isPending={isBusy} onClick={onPublish}>
        Publish now
      </Button>
      <Button variant="outline" isPending={isBusy} onClick={onSave}>
        Save draft
      </Button>
      <Button variant="outline" disabled={!canUndo} onClick={onUndo}>
        Undo
      </Button>
    </div>
  )
}
