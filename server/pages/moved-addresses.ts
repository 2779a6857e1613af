import { LRUCache } from 'lru-cache'

import type { Tags } from '#server/cache/tags.ts'

import { CATALOGUE, PAGES_TAG } from '#server/cache/tags.ts'

/** Reads the old addresses. `stamp` changes whenever they do; `tag` is announced when they do. */
export interface OldAddresses {
  tag: string
  stamp(): Promise<string>
  list(): Promise<{ path: string; newPath: string }[]>
  /** The paths under which an old address may be in the list, the nearest first. */
  pathsToTry(path: string): string[]
}

const MAX_NOWHERE = 5000
/** A page may appear at an old address without a tag of these; then it counts after so long. */
const NOWHERE_MS = 30_000

export type MovedAddresses = ReturnType<typeof createMovedAddresses>

/**
 * Where the shop's old addresses lead, in memory. A page that the shop has at an old address counts first, so
 * `isNowhere` asks once for each address whether there is none, until something changes that might put one there.
 */
export function createMovedAddresses(tags: Tags, { tag, stamp, list, pathsToTry }: OldAddresses) {
  let known: { moved: ReadonlyMap<string, string>; stamp: string; since: number } | undefined
  let reading: Promise<ReadonlyMap<string, string>> | undefined
  const nowhere = new LRUCache<string, { is: boolean; since: number }>({ max: MAX_NOWHERE, ttl: NOWHERE_MS })

  const isCurrent = () => known !== undefined && tags.isCurrent([CATALOGUE, tag], known.since)

  async function read(): Promise<ReadonlyMap<string, string>> {
    const since = tags.now()
    const present = await stamp()
    const moved =
      known?.stamp === present ? known.moved : new Map((await list()).map(({ path, newPath }) => [path, newPath]))
    known = { moved, stamp: present, since }
    return moved
  }

  async function current(): Promise<ReadonlyMap<string, string>> {
    if (known && isCurrent()) return known.moved
    reading ??= read().finally(() => {
      reading = undefined
    })
    await reading
    // A change during the reading is read too.
    return known && isCurrent() ? known.moved : read()
  }

  /** The path under which it is known. */
  const knownAs = (path: string, moved: ReadonlyMap<string, string>) => pathsToTry(path).find((each) => moved.has(each))

  // Nobody waits for them to be read. Where that fails they are read when somebody asks.
  const readSoon = () => void current().catch(() => undefined)
  tags.follow(tag, readSoon)
  readSoon()

  return {
    /** Whether this path may be an old address; true also while that is not known. */
    mayHave: (path: string): boolean => !isCurrent() || (known && knownAs(path, known.moved)) !== undefined,

    /** Where this path leads if the shop has no page there. */
    async find(path: string): Promise<string | undefined> {
      const moved = await current()
      return moved.get(knownAs(path, moved) ?? path)
    },

    /** Whether the shop has no page at this path. */
    async isNowhere(path: string, ask: () => Promise<boolean>): Promise<boolean> {
      const seen = nowhere.get(path)
      if (seen && tags.isCurrent([CATALOGUE, PAGES_TAG, tag], seen.since)) return seen.is
      const since = tags.now()
      const is = await ask()
      nowhere.set(path, { is, since })
      return is
    },
  }
}
