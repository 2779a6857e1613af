import type { CustomerImportAnswer } from '#contract/accounts/customer-import.ts'
import type { ImportedPictures, PictureRetry, PicturesRetried } from '#contract/catalogue/import/imported-pictures.ts'
import type { createClient } from '#contract/api/api-client.ts'

/** Calls of the admin area that bring customers and pictures from another shop. */
export function importCalls({ call }: ReturnType<typeof createClient>) {
  return {
    /** Without a token it only tells what would happen; with the answer's token the accounts are made. */
    importCustomers: (file: File, token?: string) => {
      const form = new FormData()
      if (token !== undefined) form.set('token', token)
      form.append('sheet', file)
      return call<CustomerImportAnswer>('POST', '/admin/customers/import', form)
    },
    getImportedPictures: () =>
      call<ImportedPictures>('GET', '/admin/imported-pictures', undefined, { cache: 'no-store' }),
    retryImportedPictures: (retry: PictureRetry = {}) =>
      call<PicturesRetried>('POST', '/admin/imported-pictures/retry', retry),
  }
}
