import { AsyncLocalStorage } from 'node:async_hooks'

const shown = new AsyncLocalStorage<Set<string>>()

/** Runs `work` and collects in `keys` what the answers it asks for show of the stock. */
export const collectShown = <Result>(keys: Set<string>, work: () => Promise<Result>): Promise<Result> =>
  shown.run(keys, work)

/** Tells the page that is being made here, if any, what it shows of the stock. */
export function noteShown(keys: readonly string[]): void {
  const page = shown.getStore()
  if (page) for (const key of keys) page.add(key)
}
