interface Asked<Question, Answer> extends PromiseWithResolvers<Answer> {
  question: Question
}

/**
 * The most statements of one kind that run at once. Another begins only while all running ones are late, as on a
 * connection that broke silently. The other connections are left for other work.
 */
const MAX_AT_ONCE = 4
/** A statement is late after this time, far longer than it normally takes. */
const LATE_MS = 500

/**
 * Answers the questions of many calls by one statement. While a statement runs, new questions gather until it ends or
 * is late. Nothing is cached: a statement begins after all of its questions were asked, so each answer is as fresh as
 * without batching. `ask` resolves to the answers in the order of the questions. If it fails, all of its callers get
 * the error.
 */
export function batchCalls<Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
): (question: Question) => Promise<Answer> {
  let gathering: Asked<Question, Answer>[] = []
  let isDue = false
  let running = 0
  /** How many of the running statements are not late. */
  let inTime = 0

  async function askAll(): Promise<void> {
    const asked = gathering
    gathering = []
    isDue = false
    running += 1
    inTime += 1
    let isLate = false
    const late = setTimeout(() => {
      isLate = true
      inTime -= 1
      askSoon()
    }, LATE_MS)
    try {
      const answers = await ask(asked.map(({ question }) => question))
      for (const [index, { resolve }] of asked.entries()) resolve(answers[index] as Answer)
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
    clearTimeout(late)
    running -= 1
    if (!isLate) inTime -= 1
    askSoon()
  }

  /** Waits until all calls that arrived at this moment have asked. */
  function askSoon(): void {
    if (isDue || inTime > 0 || running === MAX_AT_ONCE || gathering.length === 0) return
    isDue = true
    setImmediate(() => void askAll())
  }

  return (question) => {
    const asked = { question, ...Promise.withResolvers<Answer>() }
    gathering.push(asked)
    askSoon()
    return asked.promise
  }
}
