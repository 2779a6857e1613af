const written = (data: object) => JSON.stringify(data).replaceAll('<', String.raw`\u003c`)

/**
 * Structured data for search engines. Only the server renders it, so the browser's code does not contain what builds
 * it. `<` is escaped so that no product text can end the element.
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
