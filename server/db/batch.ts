interface Asked<Question, Answer> extends PromiseWithResolvers<Answer> {
  question: Question
}

/**
 * A statement that is late, as on a connection that broke without a word, holds nobody else up while there are fewer than so
 * many. Then the rest of the connections is for others: carts, customers' and administrators' sessions have so many each.
 */
const MOST_AT_ONCE = 4
/** Far longer than any takes while all is well. */
const LATE_MS = 500

/**
 * Makes one statement of what many calls ask at the same moment: while one is on its way the next ones
 * gather, at most until it is late. Nothing is kept: every question is asked after it was put, so its answer is as fresh as
 * that of a statement of its own. `ask` resolves to the answers in the order of the questions; its failure is everybody's
 * who asked.
 */
export function batch<Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
): (question: Question) => Promise<Answer> {
  let gathering: Asked<Question, Answer>[] = []
  let isDue = false
  let underWay = 0
  /** Those of them that are not late. */
  let inTime = 0

  async function askAll(): Promise<void> {
    const asked = gathering
    gathering = []
    isDue = false
    underWay += 1
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
    underWay -= 1
    if (!isLate) inTime -= 1
    askSoon()
  }

  /** Once everything that came in at this moment has been read. */
  function askSoon(): void {
    if (isDue || inTime > 0 || underWay === MOST_AT_ONCE || gathering.length === 0) return
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
