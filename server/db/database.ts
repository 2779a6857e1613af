import type { Kysely } from 'kysely'

import type { Tables } from '#server/db/tables.ts'

/** The handle that every query takes as its first argument; a transaction callback shadows it with its own. */
export type Db = Kysely<Tables>

/**
 * Runs reads on a standby, or on the primary if there is none or it cannot be used now. The reads see whatever any
 * process has committed before the call. The work only reads, may run twice, and gets a handle inside a transaction.
 */
export type Read = <Result>(work: (db: Db) => Promise<Result>) => Promise<Result>

/** How many reads were answered by the standby, and by the primary instead. */
export interface ReadCounts {
  standby: number
  primary: number
}

export interface OpenDatabase {
  db: Db
  /**
   * For lists and reports: reads from a standby if there is one that can be used, and sees everything that was
   * committed.
   */
  read: Read
  /** Where `read` was answered since the start; none without a standby. */
  reads?: () => ReadCounts
  engine: 'embedded' | 'server'
  /** What the owner should mend although the shop works: sessions go through a pooler. */
  warning?: string | undefined
  /** True when a trivial query answers within `timeoutMs`; never rejects. */
  isReachable: (timeoutMs: number) => Promise<boolean>
  /** Connections in use and open without use, and how much work waits for one. */
  connections: () => { used: number; idle: number; waiting: number }
  /** False while no new order may be taken because the disk is nearly full; a server looks after its own disk. */
  hasFreeSpace: () => boolean
  /**
   * Calls `onNotify` for every NOTIFY on the channel. Resolves to the function that ends this. A lost connection is
   * made again; then `onNotify('')` is called, because notifications may have been missed. Until then it is called
   * within a second of each commit that announces something.
   */
  listen: (channel: string, onNotify: (payload: string) => void) => Promise<() => Promise<void>>
  /** Runs `work` with a handle whose statements may take as long as they need: migrations, large imports. */
  withoutTimeLimit: <Result>(work: (db: Db) => Promise<Result>) => Promise<Result>
  close: () => Promise<void>
}
