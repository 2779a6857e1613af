/** How many lines of a CSV file are of each kind, as cards. */
export function ImportFigures({ figures }: { figures: readonly (readonly [word: string, count: number])[] }) {
  return (
    <dl
      className={`mt-4 grid grid-cols-2 gap-3 ${figures.length > 4 ? 'sm:grid-cols-3 lg:grid-cols-6' : 'sm:grid-cols-4'}`}
    >
      {figures.map(([word, count]) => (
        <div key={word} className="card p-4">
          <dt className="text-muted">{word}</dt>
          <dd className="text-xl font-bold tabular-nums">{count.toLocaleString('en-IN')}</dd>
        </div>
      ))}
    </dl>
  )
}
