import type { Settings } from '#contract/settings/settings.ts'

/** The milliseconds of a date and a time in India, as `2026-11-22T18:30`; undefined for an empty one. */
const instantOf = (moment: string): number | undefined => (moment === '' ? undefined : Date.parse(`${moment}:00+05:30`))

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
