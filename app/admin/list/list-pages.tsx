import { listAddress } from '#app/admin/list/query-parameters.ts'
import { Pagination } from '#app/ui/pagination.tsx'

interface ListPagesProps {
  path: string
  /** What is chosen in the address, with the current page. */
  view: { page: number } & Record<string, string | number | undefined>
  /** How many rows there are; undefined if they could not be loaded. */
  total: number | undefined
  perPage: number
  /** The name of the page in the address. */
  pageName?: string | undefined
}

/** The links to the pages of an administrators' list. */
export function ListPages({ path, view, total = 0, perPage, pageName = 'page' }: ListPagesProps) {
  return (
    <div className="mt-6">
      <Pagination
        current={view.page}
        total={Math.ceil(total / perPage)}
        hrefFor={(page) => listAddress(path, { ...view, page: undefined, [pageName]: page > 1 ? page : undefined })}
      />
    </div>
  )
}
