/** An e-mail address that a narrow column wraps only after its @ and its dots. */
export function BreakableEmail({ email }: { email: string }) {
  return email.split(/(?<=[@.])/).map((part, index) => [index > 0 && <wbr key={index} />, part])
}
