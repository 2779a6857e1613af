import { AsyncLocalStorage } from 'node:async_hooks'

/** What the answers tell that a page is made of. */
export interface Shown {
  /** Of the stock, as keys of `catalogue-revision.ts`. */
  keys: Set<string>
  /** One of them was an old one, shown because the database could not be asked. */
  isOutdated: boolean
}

const shown = new AsyncLocalStorage<Shown>()

/** Runs `work` and collects in `into` what the answers it asks for show. */
export const collectShown = <Result>(into: Shown, work: () => Promise<Result>): Promise<Result> => shown.run(into, work)

/** Tells the page that is being made here, if any, what an answer of it shows. */
export function noteShown(keys: readonly string[], isOutdated: boolean): void {
  const page = shown.getStore()
  if (!page) return
  for (const key of keys) page.keys.add(key)
  if (isOutdated) page.isOutdated = true
}

/** Whether the page that is being made here was given an outdated answer. */
export const showsOutdated = (): boolean => shown.getStore()?.isOutdated ?? false
