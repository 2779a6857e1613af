import { useState } from 'react'
import { useRevalidator } from 'react-router'

import { CsvField } from '#app/admin/csv/csv-form.tsx'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { Button } from '#app/ui/button.tsx'
import { answerOrToast } from '#app/ui/toast.tsx'
import { useTask } from '#app/ui/use-task.ts'
import type { OldAddressesImported } from '#contract/old-addresses/old-addresses.ts'

/** Takes a CSV file of old addresses, and says what it left out. */
export function OldAddressCsv() {
  const { isBusy, run } = useTask()
  const { revalidate } = useRevalidator()
  const [file, setFile] = useState<File>()
  const [imported, setImported] = useState<OldAddressesImported>()

  async function send() {
    if (!file) return
    setImported(await answerOrToast(browserApi.importOldAddresses(file), 'Failed to import the old addresses'))
    await revalidate()
  }
  return (
    <details className="my-6">
      <summary className="link w-fit cursor-pointer">From a CSV file</summary>
      <form
        className="card mt-4 grid max-w-2xl gap-4 p-6"
        onSubmit={(event) => {
          event.preventDefault()
          void run(send)
        }}
      >
        <CsvField
          hint="Two columns, “old address” and “new address”; the redirects of Shopify as they are."
          onChoose={setFile}
        />
        <Button type="submit" variant="outline" isPending={isBusy} disabled={!file}>
          Import
        </Button>
        {imported && (
          <div role="status">
            <p>{imported.message}</p>
            {imported.rejected.length > 0 && (
              <ul className="mt-2 grid gap-1 text-sm">
                {imported.rejected.map(({ line, reason }) => (
                  <li key={line}>{`Line ${line}: ${reason}`}</li>
                ))}
              </ul>
            )}
          </div>
        )}
      </form>
    </details>
  )
}
