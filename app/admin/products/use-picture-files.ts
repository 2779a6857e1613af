import { useEffect, useRef } from 'react'

import type { PictureDraft } from '#app/admin/products/edit-draft.ts'
import { newRowKey } from '#app/admin/products/new-row-key.ts'

/** Makes drafts with object URLs for chosen files. The URLs are revoked when the form is unmounted. */
export function usePictureFiles(): (files: Iterable<File>) => PictureDraft[] {
  const addresses = useRef<string[]>([])
  useEffect(() => {
    const made = addresses.current
    return () => made.forEach((address) => URL.revokeObjectURL(address))
  }, [])
  return (files) =>
    Array.from(files, (file) => {
      const src = URL.createObjectURL(file)
      addresses.current.push(src)
      return { key: newRowKey(), src, alt: '', file }
    })
}
