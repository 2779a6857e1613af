/** A titled part of an order's page. */
export function Card({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className="card p-5 sm:p-6" aria-label={title}>
      <h2 className="heading heading-3 mb-4">{title}</h2>
      {children}
    </section>
  )
}

/** Facts with their labels. */
export function Facts({ facts }: { facts: readonly (readonly [string, React.ReactNode])[] }) {
  return (
    <dl className="grid gap-2 text-sm">
      {facts.map(([label, value]) => (
        <div key={label} className="grid grid-cols-[7rem_1fr] gap-3">
          <dt className="text-muted">{label}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
