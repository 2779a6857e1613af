import { sql, type Selectable } from 'kysely'

import type { AgentTables, ChosenLine } from '#server/db/agent-tables.ts'
import type { Db } from '#server/db/database.ts'

import {
  CROWDED_MINUTES,
  MAX_ANSWERS,
  MAX_CHOICES,
  MAX_TAKEN,
  TAKEN_DAYS,
} from '#server/programs/agents/agent-limits.ts'

export type Choice = Selectable<AgentTables['agentChoices']>

const STANDS = sql<boolean>`expires_at > now()`
const CROWDED_TIME = sql`make_interval(mins => ${CROWDED_MINUTES})`

/** How many may still be taken over. */
const OPEN_CHOICES = sql<number>`(select count(*) from agent_choices where ${STANDS} and taken_at is null)`

/** The end of what is kept for so many hours from now, or for a short while if there is much already. */
const endIn = (hours: number) => sql<Date>`
  now() + case when ${OPEN_CHOICES} < ${MAX_CHOICES / 2}::integer then make_interval(hours => ${hours}) else ${CROWDED_TIME} end`

/** Keeps a new choice. False where there are too many already. */
export async function insertChoice(
  db: Db,
  {
    lines,
    codes,
    hours,
    ...choice
  }: Pick<Choice, 'id' | 'kind' | 'token' | 'cartId' | 'lines' | 'codes'> & {
    hours: number
  },
): Promise<boolean> {
  const { rows } = await sql`
    insert into agent_choices (id, kind, token, cart_id, lines, codes, expires_at)
    select ${choice.id}, ${choice.kind}, ${choice.token}, ${choice.cartId}, ${JSON.stringify(lines)}::jsonb,
      ${JSON.stringify(codes)}::jsonb, ${endIn(hours)}
    where ${OPEN_CHOICES} < ${MAX_CHOICES}::integer
    returning id`.execute(db)
  return rows.length > 0
}

export async function findChoice(db: Db, kind: Choice['kind'], id: string): Promise<Choice | undefined> {
  return db
    .selectFrom('agentChoices')
    .selectAll()
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where(STANDS)
    .executeTakeFirst()
}

/** The checkout of a cart that goes on. */
export async function findCheckoutOf(db: Db, cartId: string): Promise<Choice | undefined> {
  return db
    .selectFrom('agentChoices')
    .selectAll()
    .where('cartId', '=', cartId)
    .where('cancelledAt', 'is', null)
    .where(STANDS)
    .executeTakeFirst()
}

/** Takes the place of an ended checkout of a cart, which its job has not deleted yet. */
export async function forgetEndedCheckout(db: Db, cartId: string): Promise<void> {
  await db
    .updateTable('agentChoices')
    .set({ cartId: null })
    .where('cartId', '=', cartId)
    .where('cancelledAt', 'is', null)
    .where(sql<boolean>`not ${STANDS}`)
    .execute()
}

/**
 * Replaces what is chosen, and its codes if there are others. Undefined where nobody may change it any more: it has
 * ended, was cancelled or taken over.
 */
export async function updateChoice(
  db: Db,
  {
    id,
    kind,
    lines,
    codes,
    hours,
  }: Pick<Choice, 'id' | 'kind'> & {
    lines: readonly ChosenLine[]
    codes: readonly string[] | undefined
    hours: number
  },
): Promise<Choice | undefined> {
  return db
    .updateTable('agentChoices')
    .set({
      lines: JSON.stringify(lines),
      ...(codes && { codes: JSON.stringify(codes) }),
      expiresAt: sql<Date>`greatest(expires_at, ${endIn(hours)})`,
    })
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where('cancelledAt', 'is', null)
    .where('takenAt', 'is', null)
    .where(STANDS)
    .returningAll()
    .executeTakeFirst()
}

/** Cancels it; undefined where there was nothing to cancel. */
export async function cancelChoice(db: Db, kind: Choice['kind'], id: string): Promise<Choice | undefined> {
  return db
    .updateTable('agentChoices')
    .set({ cancelledAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where('cancelledAt', 'is', null)
    .where('takenAt', 'is', null)
    .where(STANDS)
    .returningAll()
    .executeTakeFirst()
}

const isOpen = (token: string) =>
  sql<boolean>`token = ${token} and cancelled_at is null and taken_at is null and ${STANDS}`

/** What the page of this token shows, as long as nobody has taken it over. */
export async function findOpenChoice(db: Db, token: string): Promise<Choice | undefined> {
  return db.selectFrom('agentChoices').selectAll().where(isOpen(token)).executeTakeFirst()
}

/**
 * Gives it to a customer: of several one gets it. It stays for a while, so that the agent is told what becomes of it;
 * of what the customer took before the newest stay.
 */
export async function takeChoice(db: Db, token: string, userId: string): Promise<Choice | undefined> {
  return db
    .with('taken', (query) =>
      query
        .updateTable('agentChoices')
        .set({
          takenBy: userId,
          takenAt: sql<Date>`now()`,
          expiresAt: sql<Date>`now() + make_interval(days => ${TAKEN_DAYS})`,
        })
        .where(isOpen(token))
        .returningAll(),
    )
    .with('forgotten', (query) =>
      query.deleteFrom('agentChoices').where('id', 'in', (older) =>
        older
          .selectFrom('agentChoices')
          .select('id')
          .where('takenBy', '=', userId)
          .where(({ exists, selectFrom }) => exists(selectFrom('taken')))
          .orderBy('takenAt', 'desc')
          .orderBy('id')
          .offset(MAX_TAKEN - 1),
      ),
    )
    .selectFrom('taken')
    .selectAll()
    .executeTakeFirst()
}

/** Replaces the lines of what somebody has taken over. */
export async function keepLines(db: Db, id: string, lines: readonly ChosenLine[]): Promise<void> {
  await db
    .updateTable('agentChoices')
    .set({ lines: JSON.stringify(lines) })
    .where('id', '=', id)
    .execute()
}

interface KnownAnswer {
  requestHash: Uint8Array
  answer: { status: number; body: object } | null
}

/** Makes room for the key of a call: where many answers are kept, each of them is for a short while. */
export async function forgetAnswers(db: Db): Promise<void> {
  await sql`
    delete from agent_answers where created_at < now() - ${CROWDED_TIME}
      and (select count(*) from agent_answers) >= ${MAX_ANSWERS}::integer`.execute(db)
}

/**
 * Remembers the key of a call. Returns what is known of it where it came before, and waits for a first call that still
 * runs.
 */
export async function rememberKey(
  db: Db,
  { keyHash, requestHash }: { keyHash: Uint8Array; requestHash: Uint8Array },
): Promise<KnownAnswer | 'new' | 'full'> {
  const { rows } = await sql`
    insert into agent_answers (key_hash, request_hash)
    select ${keyHash}, ${requestHash} where (select count(*) from agent_answers) < ${MAX_ANSWERS}::integer
    on conflict (key_hash) do nothing returning key_hash`.execute(db)
  if (rows.length > 0) return 'new'
  const known = await db
    .selectFrom('agentAnswers')
    .select(['requestHash', 'answer'])
    .where('keyHash', '=', keyHash)
    .executeTakeFirst()
  return known ?? 'full'
}

export async function keepAnswer(db: Db, keyHash: Uint8Array, answer: { status: number; body: object }): Promise<void> {
  await db
    .updateTable('agentAnswers')
    .set({ answer: JSON.stringify(answer) })
    .where('keyHash', '=', keyHash)
    .execute()
}
