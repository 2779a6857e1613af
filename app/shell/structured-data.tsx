const written = (data: object) => JSON.stringify(data).replaceAll('<', String.raw`\u003c`)

/**
 * Structured data for search engines, which read a page as the server made it: the browser's code gives none and is without
 * what puts it together. `<` is escaped so that no product text can end the element.
 */
export function StructuredData({ data }: { data: object | undefined }) {
  return (
    <script
      type="application/ld+json"
      dangerouslySetInnerHTML={{ __html: data ? written(data) : '' }}
      suppressHydrationWarning
    />
  )
}
