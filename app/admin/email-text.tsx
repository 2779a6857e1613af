import { Fragment } from 'react'

/** An e-mail address that a narrow column breaks after its @ and its dots, and nowhere else. */
export function EmailText({ email }: { email: string }) {
  return email.split(/(?<=[@.])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
