/** An e-mail address that wraps only before its @ and its dots. */
export function Breakable({ text }: { text: string }) {
  return text.split(/(?=[@.])/).map((part, index) => [index > 0 && <wbr key={index} />, part])
}
