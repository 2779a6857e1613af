import type { Settings } from '#contract/settings/settings.ts'
import { instantInIndia } from '#contract/units/india-time.ts'

/** `instantInIndia`; undefined for an empty one. */
const instantOf = (moment: string): number | undefined => (moment === '' ? undefined : instantInIndia(moment))

type Terms = Pick<Settings, 'announcementText' | 'announcementFrom' | 'announcementUntil'>

/** Whether the announcement is shown at this moment, in milliseconds. Its end is the first moment without it. */
export function isAnnounced({ announcementText, announcementFrom, announcementUntil }: Terms, now: number): boolean {
  const [from, until] = [instantOf(announcementFrom), instantOf(announcementUntil)]
  return announcementText !== '' && (from === undefined || from <= now) && (until === undefined || now < until)
}

/** When `isAnnounced` changes next, in milliseconds; undefined if it never does. */
export function nextAnnouncementTurn(terms: Terms, now: number): number | undefined {
  if (terms.announcementText === '') return undefined
  const turns = [terms.announcementFrom, terms.announcementUntil].flatMap((moment) => instantOf(moment) ?? [])
  const coming = turns.filter((turn) => turn > now)
  return coming.length === 0 ? undefined : Math.min(...coming)
}
