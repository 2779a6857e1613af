/** Sent to the open screens of administrators when something was added, changed or deleted. */
export interface AdminEvent {
  kind: 'order' | 'contact' | 'product'
  change: 'insert' | 'update' | 'delete'
  /** Empty if there were too many to list. */
  ids: string[]
}

/** Names of the stream's events. `missed`: an event may have been lost. */
export const ADMIN_EVENTS = { news: 'news', missed: 'missed' } as const
