import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

const SUBJECTS = [
  'Size of a shirt',
  'Where is my order',
  'A button is missing',
  'Wholesale',
  'Exchange',
  'Invoice wanted',
]

/** Fills the messages up to `total` synthetic ones, the same every time, every third of them unread. */
export async function insertSeededContacts(db: Db, total: number): Promise<void> {
  const subjects = sql.join(SUBJECTS.map((subject) => sql.lit(subject)))
  await sql`
    insert into contacts (id, first_name, last_name, email, contact_number, subject, message, is_read, created_at,
      closed_at, due_at)
    select '5eed0e' || lpad(to_hex(place), 18, '0'), 'Visitor', 'Number ' || place, 'visitor-' || place || '@example.com',
      (7000000000 + place)::text, (array[${subjects}])[1 + place % ${sql.lit(SUBJECTS.length)}],
      'Message number ' || place || '. Could you tell me whether the sleeves of the oxford shirt run long? I usually wear M.',
      place % 3 <> 0, now() - interval '37 minutes' * place,
      case when place % 3 <> 0 then now() end,
      case when place % 3 = 0 then now() + interval '48 hours' - interval '37 minutes' * place end
    from generate_series(0, ${total}::int - 1) place
    on conflict do nothing`.execute(db)
  await sql`vacuum analyze contacts`.execute(db)
}
