import { browserApi } from '#app/api/admin-browser-api.ts'
import { showConfirm } from '#app/ui/alert-dialog.tsx'
import { Button } from '#app/ui/button.tsx'
import { formatDateTime } from '#app/ui/format-date.ts'
import { answerOrToast, toastSuccess } from '#app/ui/toast.tsx'
import { useTask } from '#app/ui/use-task.ts'
import type { PinTableFacts } from '#contract/delivery/pin-table.ts'
import { counted } from '#contract/words/counted.ts'

/** How large the PIN table is, who changed it, and what can be done with the whole of it. */
export function PinTableCard({ table, onChange }: { table: PinTableFacts; onChange(table: PinTableFacts): void }) {
  const { rows, version, changedAt, changedBy, rowsBefore, isPinAsked } = table
  const { isBusy, run } = useTask()
  const change = (call: () => ReturnType<typeof browserApi.undoPinTable>) =>
    run(async () => {
      const answer = await answerOrToast(call(), 'Failed to change the PIN table.')
      if (!answer) return
      toastSuccess(answer.message)
      onChange(answer.table)
    })
  async function empty() {
    const question = `Take ${counted(rows, 'row')} out of the PIN table? It can be undone.`
    if (await showConfirm({ question, confirmLabel: 'Empty table' })) {
      await change(() => browserApi.emptyPinTable(version))
    }
  }
  return (
    <section className="card mt-6 grid max-w-2xl gap-3 p-6" aria-label="The PIN table">
      <p>
        <strong>{rows === 0 ? 'The PIN table is empty.' : `The PIN table has ${counted(rows, 'row')}.`}</strong>{' '}
        {changedAt && (
          <span className="text-muted">{`Last changed ${formatDateTime(changedAt)}${changedBy ? ` by ${changedBy}` : ''}.`}</span>
        )}
      </p>
      <p className="text-muted">
        {isPinAsked
          ? 'The product page and the checkout ask for the PIN code and say the day.'
          : 'Nothing asks for a PIN code: every address is delivered to within the estimated days of the settings.'}
      </p>
      <div className="flex flex-wrap gap-3">
        {rows > 0 && (
          <a className="btn btn-outline" href="/api/admin/delivery/export" download>
            Export
          </a>
        )}
        {rowsBefore !== undefined && (
          <Button
            variant="outline"
            isPending={isBusy}
            onClick={() => void change(() => browserApi.undoPinTable(version))}
          >
            {`Undo: back to ${counted(rowsBefore, 'row')}`}
          </Button>
        )}
        {rows > 0 && (
          <Button variant="quiet" className="max-sm:-ms-3" isPending={isBusy} onClick={() => void empty()}>
            Empty table
          </Button>
        )}
      </div>
    </section>
  )
}
