/** Who did something: the name of a person and the address below it, or the name of a key. */
export function PersonCell({ name, email }: { name: string; email: string }) {
  return (
    <>
      <span className="block truncate" title={name}>
        {name}
      </span>
      <span className="block truncate text-xs font-normal text-muted" title={email}>
        {email === '' ? 'Key' : email}
      </span>
    </>
  )
}
