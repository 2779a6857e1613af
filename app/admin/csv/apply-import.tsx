import { Button } from '#app/ui/button.tsx'

interface ApplyImportProps {
  /** What there is to import, such as `3 products`; undefined where nothing changes anything. */
  changes: string | undefined
  /** What is rejected and left out, such as `1 product`; undefined where nothing is. */
  rejected: string | undefined
  isBusy: boolean
  onApply(): void
}

/** The button that makes the changes that a check has told. */
export function ApplyImport({ changes, rejected, isBusy, onApply }: ApplyImportProps) {
  if (changes === undefined) return <p className="mt-4">Nothing in this file changes anything.</p>
  return (
    <div className="mt-4 flex flex-wrap items-center gap-4">
      <Button isPending={isBusy} onClick={onApply}>
        {`Import ${changes}`}
      </Button>
      {rejected !== undefined && <p className="text-muted">{`${rejected} rejected will be left out.`}</p>}
    </div>
  )
}
