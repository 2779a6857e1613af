import { AsyncLocalStorage } from 'node:async_hooks'

const urgent = new AsyncLocalStorage<true>()

/** Runs work whose statements do not wait behind those of other work, where there is one connection for all. */
export const urgently = <Result>(work: () => Result): Result => urgent.run(true, work)

export const isUrgent = (): boolean => urgent.getStore() === true
