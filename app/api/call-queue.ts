/**
 * A queue of calls: each begins when the one before it has ended, well or not, so that answers come in the order of the
 * clicks. `isLast` tells a call whether none waits behind it: later clicks are newer than its answer, so only the last
 * answer is shown.
 */
export function createQueue() {
  let last: Promise<unknown> = Promise.resolve()
  let count = 0
  return function enqueue<Answer>(call: (isLast: () => boolean) => Promise<Answer>): Promise<Answer> {
    count += 1
    const turn = last
      .then(() => call(() => count === 1))
      .finally(() => {
        count -= 1
      })
    last = turn.catch(() => undefined)
    return turn
  }
}
