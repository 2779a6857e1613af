/** Structured data for search engines. `<` is escaped so that no product text can end the element. */
export function StructuredData({ data }: { data: object | object[] }) {
  return (
    <script
      type="application/ld+json"
      dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', String.raw`\u003c`) }}
      suppressHydrationWarning
    />
  )
}
