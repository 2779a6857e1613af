/** What an administrator's open screen is told: something of this kind was added, changed or taken away. */
export interface AdminEvent {
  kind: 'order' | 'contact' | 'product'
  change: 'insert' | 'update' | 'delete'
  /** Empty where there were too many to name. */
  ids: string[]
}

/** Names of the stream's events. `missed`: something may have happened that was not told. */
export const ADMIN_EVENTS = { news: 'news', missed: 'missed' } as const
