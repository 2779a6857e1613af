import { Fragment } from 'react'

/** An e-mail address that a narrow column wraps only after its @ and its dots. */
export function BreakableEmail({ email }: { email: string }) {
  return (
    <span>
      {email.split(/(?<=[@.])/).map((part, index) => (
        <Fragment key={`${index} ${part}`}>
          {index > 0 && <wbr />}
          <span>{part}</span>
        </Fragment>
      ))}
    </span>
  )
}
