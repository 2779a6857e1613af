/** An address of a mail, which may end its line before its @ and its full stops, and so not within a word. */
export function Breakable({ text }: { text: string }) {
  return text.split(/(?=[@.])/).map((part, index) => [index > 0 && <wbr key={index} />, part])
}
