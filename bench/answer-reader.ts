export interface Answer {
  status: number
  /** By names in lower case; what stands there several times is joined. */
  headers: Record<string, string>
  body: Buffer
}

/** Stands between the head of an answer and its body. */
export const HEAD_END = '\r\n\r\n'

function readHead(text: string): Omit<Answer, 'body'> {
  const [first = '', ...lines] = text.split('\r\n')
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    const value = line.slice(colon + 1).trim()
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`
  }
  return { status: Number(first.split(' ', 2)[1]), headers }
}

/** How many bytes follow this head; throws where it does not say so. */
export function bodyLength(head: string): number {
  if (/^HTTP\/1\.1 (?:204|304) /.test(head)) return 0
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`an answer without a length:\n${head}`)
  return Number(length)
}

/**
 * Puts the answers of one HTTP/1.1 connection together, as far as the shop sends them: each with its length. `take`
 * answers the answer that the bytes complete; it throws for one without a length and for bytes that nobody asked for. What
 * HEAD is answered is nothing for it.
 */
export function createAnswerReader() {
  let received: Buffer = Buffer.alloc(0)
  let pieces: Buffer[] = []
  let missing = 0
  let head: Omit<Answer, 'body'> | undefined

  return {
    take(bytes: Buffer): Answer | undefined {
      if (head === undefined) {
        received = received.length === 0 ? bytes : Buffer.concat([received, bytes])
        const end = received.indexOf(HEAD_END)
        if (end === -1) return undefined
        const text = received.toString('latin1', 0, end)
        head = readHead(text)
        pieces = [received.subarray(end + HEAD_END.length)]
        missing = bodyLength(text) - (pieces[0]?.length ?? 0)
        received = Buffer.alloc(0)
      } else {
        pieces.push(bytes)
        missing -= bytes.length
      }
      if (missing > 0) return undefined
      if (missing < 0) throw new Error('more than was announced')
      const answer = { ...head, body: Buffer.concat(pieces) }
      head = undefined
      return answer
    },
  }
}
