/** A person in a table: the name, and the address below it. */
export function PersonCell({ name, email }: { name: string; email: string }) {
  return (
    <>
      <span className="block truncate" title={name}>
        {name}
      </span>
      <span className="block truncate text-xs font-normal text-muted" title={email}>
        {email}
      </span>
    </>
  )
}
