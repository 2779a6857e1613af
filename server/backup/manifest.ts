import { z } from 'zod'

/** The first file of a backup: what the database was. */
export const MANIFEST = 'manifest.json'
/** The last file of a backup: what must be found before it. */
export const SUMS = 'sums.json'

export const Manifest = z.object({
  format: z.literal('selvedge backup 1'),
  createdAt: z.iso.datetime(),
  engine: z.enum(['embedded', 'server']),
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
  tables: z.array(
    z.object({ name: z.string(), columns: z.array(z.object({ name: z.string(), type: z.string() })).min(1) }),
  ),
  /** The last number of each sequence, as text. */
  sequences: z.record(z.string(), z.string()),
})
export type Manifest = z.output<typeof Manifest>

export const Sums = z.object({
  manifest: z.string(),
  /** Of each table its rows and the SHA-256 of all its lines, each with a line end. */
  tables: z.record(z.string(), z.object({ rows: z.number(), sha256: z.string() })),
  pictures: z.number(),
})
export type Sums = z.output<typeof Sums>

/** `1,234 rows and 5 pictures`. */
export function describeContent({ tables, pictures }: Sums): string {
  const rows = Object.values(tables).reduce((total, table) => total + table.rows, 0)
  return `${rows.toLocaleString('en')} rows and ${pictures.toLocaleString('en')} pictures`
}

/** `tables/orders/000001.ndjson`: lines of one table, a megabyte or so in each file. */
export const rowsName = (table: string, part: number): string =>
  `tables/${table}/${String(part).padStart(6, '0')}.ndjson`

export const pictureName = (hash: string): string => `pictures/${hash}.webp`

/** The table or the picture that a file of the archive belongs to; undefined for the others. */
export function subjectOf(fileName: string): { table: string } | { picture: string } | undefined {
  const { table, picture } =
    /^(?:tables\/(?<table>[^/]+)\/\d+\.ndjson|pictures\/(?<picture>[0-9a-f]{32})\.webp)$/.exec(fileName)?.groups ?? {}
  if (table !== undefined) return { table }
  return picture === undefined ? undefined : { picture }
}
