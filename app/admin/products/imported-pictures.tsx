import { useEffect, useState } from 'react'
import { Link } from 'react-router'

import { editAddress } from '#app/admin/products/product-cells.tsx'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { Button } from '#app/ui/button.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { answerOrToast, toastSuccess } from '#app/ui/toast.tsx'
import { useTask } from '#app/ui/use-task.ts'
import { counted } from '#contract/words/counted.ts'
import type { ImportedPictures as Progress } from '#contract/catalogue/import/imported-pictures.ts'

const LOOK_EVERY_MS = 2000

type Failure = Progress['failures'][number]

/** How the pictures come along, asked again while some are still to come. `asked` changes with every import. */
function useProgress(asked: unknown) {
  const [progress, setProgress] = useState<Progress>()
  const isWaiting = (progress?.waiting ?? 0) > 0
  useEffect(() => {
    let isGone = false
    const look = () =>
      void browserApi
        .getImportedPictures()
        .then((answer) => !isGone && setProgress(answer))
        .catch(() => undefined)
    look()
    const timer = isWaiting ? setInterval(look, LOOK_EVERY_MS) : undefined
    return () => {
      isGone = true
      clearInterval(timer)
    }
  }, [asked, isWaiting])
  return { progress, setProgress }
}

/** The pictures of imported products: how many are here, and those that failed, to be tried again. */
export function ImportedPictures({ asked }: { asked: unknown }) {
  const { progress, setProgress } = useProgress(asked)
  const { isBusy, run } = useTask()
  if (!progress || progress.waiting + progress.failed + progress.heldBack.length === 0) return null
  const { waiting, fetched, failed, failures, heldBack } = progress
  const retry = (ids?: string[]) =>
    void run(async () => {
      const answer = await answerOrToast(
        browserApi.retryImportedPictures(ids ? { ids } : {}),
        'The pictures could not be tried again',
      )
      if (!answer) return
      toastSuccess(answer.message)
      setProgress(answer)
    })
  const columns: Column<Failure>[] = [
    { key: 'line', header: 'Line', cell: ({ line }) => line },
    {
      key: 'product',
      header: 'Product',
      isRowHeader: true,
      cell: ({ productId, name }) => (
        <Link className="link" to={editAddress(productId)}>
          {name}
        </Link>
      ),
    },
    {
      key: 'reason',
      header: 'Why it failed',
      cell: ({ address, reason }) => (
        <>
          <span>{reason}</span>
          <span className="block text-sm break-all text-muted">{address}</span>
        </>
      ),
    },
    {
      key: 'actions',
      header: 'Actions',
      cell: ({ _id, name, line }) => (
        <Button
          variant="outline"
          isSmall
          isPending={isBusy}
          aria-label={`Try again: picture of ${name}, line ${line}`}
          onClick={() => retry([_id])}
        >
          Try again
        </Button>
      ),
    },
  ]
  return (
    <section className="mt-8" aria-labelledby="pictures">
      <h2 id="pictures" className="text-lg font-bold">
        Pictures of imported products
      </h2>
      <p role="status" className="mt-2">
        {`${fetched} of ${fetched + waiting + failed} are here${waiting > 0 ? `, ${waiting} are still to come` : ''}${failed > 0 ? `, ${failed} failed` : ''}.`}
      </p>
      {waiting > 0 && (
        <progress
          className="mt-2 w-full max-w-2xl"
          max={fetched + waiting + failed}
          value={fetched + failed}
          aria-label="Pictures"
        />
      )}
      {heldBack.map(({ reason, products }) => (
        <p key={reason} className="notice mt-4">
          <span>{`${counted(products, 'product')} of the import ${products === 1 ? 'stays a draft' : 'stay drafts'}. ${reason} Enter it once for all products of a category at `}</span>
          <Link className="link" to="/admin/categories">
            Categories
          </Link>
          <span>, then put them on sale in the list of products.</span>
        </p>
      ))}
      {failures.length > 0 && (
        <>
          <div className="table-frame mt-4">
            <Table
              caption="Pictures that failed"
              isCaptionHidden
              columns={columns}
              rows={failures}
              rowKey={({ _id }) => _id}
            />
          </div>
          <Button className="mt-4" variant="outline" isPending={isBusy} onClick={() => retry()}>
            Try all again
          </Button>
        </>
      )}
    </section>
  )
}
