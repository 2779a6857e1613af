/** Random choices that are the same for the same seed. */
export interface Random {
  /** From 0 to below 1. */
  next(): number
  /** A whole number from `from` to `to`, both included. */
  between(from: number, to: number): number
  /** True in `share` of the cases. */
  is(share: number): boolean
  pick<Item>(items: readonly Item[]): Item
  shuffled<Item>(items: readonly Item[]): Item[]
  /** A separate stream, so that what one actor chooses does not depend on how many choices the others have made. */
  branch(name: string): Random
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}

/** Mulberry32: small, and good enough to choose by. */
export function createRandom(seed: number | string): Random {
  let state = hashOf(String(seed))
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  const random: Random = {
    next,
    between,
    is: (share) => next() < share,
    pick(items) {
      const item = items[between(0, items.length - 1)]
      if (item === undefined) throw new Error('nothing to pick from')
      return item
    },
    shuffled(items) {
      const mixed = [...items]
      for (let last = mixed.length - 1; last > 0; last -= 1) {
        const other = between(0, last)
        ;[mixed[last], mixed[other]] = [mixed[other] as (typeof mixed)[number], mixed[last] as (typeof mixed)[number]]
      }
      return mixed
    },
    branch: (name) => createRandom(`${seed} ${name}`),
  }
  return random
}
