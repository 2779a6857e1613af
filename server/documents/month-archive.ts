import { makeZip } from 'client-zip'

import type { Db } from '#server/db/database.ts'
import type { TaxReturn } from '#server/documents/gstr1-queries.ts'
import type { TaxPeriod } from '#server/documents/tax-month-queries.ts'
import type { Shop } from '#server/start/shop.ts'

import { documentTitle, type DocumentKind } from '#contract/tax/document-kinds.ts'
import { documentNumber, type DocumentNumber } from '#contract/tax/document-number.ts'
import { GSTR1_SECTIONS } from '#contract/tax/gstr1-sections.ts'
import { recordChange } from '#server/audit/service.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { endArchiveTurn, prolongArchiveTurn, takeArchiveTurn } from '#server/documents/month-archive-queries.ts'
import { writeGstr1Csv, writeGstr1Json } from '#server/documents/gstr1.ts'
import { paced } from '#server/documents/yield-to-event-loop.ts'
import { listReturns } from '#server/documents/gst-returns.ts'
import { createPdfDrawer, type PdfDrawer } from '#server/documents/pdf/pdf-drawer.ts'
import { listDocumentIds, listDocuments } from '#server/documents/document-register-queries.ts'
import { writeRegisterCsv } from '#server/documents/document-register-csv.ts'
import { conflict } from '#server/errors.ts'
import { newId } from '#server/db/new-id.ts'

/** Documents that are read at once. They are drawn one after the other. */
const BATCH = 50
/** A process that dies frees the turn after so long; one that works prolongs it three times as often. */
const LEASE_SECONDS = 60

interface ArchiveFile {
  name: string
  input: Uint8Array | AsyncIterable<string>
  lastModified?: Date
}

const FOLDERS: Record<DocumentKind, string> = {
  receipt: 'receipts',
  'receipt voucher': 'receipt-vouchers',
  'refund voucher': 'refund-vouchers',
  'tax invoice': 'tax-invoices',
  'bill of supply': 'bills-of-supply',
  'credit note': 'credit-notes',
}

/** By the whole id of its order, where it has no number: short ones may be equal. */
const fileNumber = (document: DocumentNumber) =>
  document.number === null ? document.orderId : documentNumber(document).replace('/', '-')

async function* drawnDocuments(db: Db, drawer: PdfDrawer, ids: readonly string[]): AsyncGenerator<ArchiveFile> {
  for (let start = 0; start < ids.length; start += BATCH) {
    for (const document of await listDocuments(db, ids.slice(start, start + BATCH))) {
      yield {
        name: `${FOLDERS[document.kind]}/${documentTitle(document.kind)} ${fileNumber(document)}.pdf`,
        input: await drawer.draw(document),
        lastModified: document.issuedAt,
      }
    }
  }
}

/** GSTR-1: of several GSTINs each in a folder of its own. None where the seller files none. */
async function* gstr1Files(db: Db, { month }: TaxPeriod, returns: readonly TaxReturn[]): AsyncGenerator<ArchiveFile> {
  for (const period of returns) {
    const folder = returns.length > 1 ? `gstr1/${period.gstin}` : 'gstr1'
    yield { name: `${folder}/gstr1-${month}.json`, input: paced(writeGstr1Json(db, period)) }
    for (const section of GSTR1_SECTIONS) {
      yield { name: `${folder}/${section}.csv`, input: paced(writeGstr1Csv(db, period, section)) }
    }
  }
}

async function* filesOf(db: Db, drawer: PdfDrawer, { period, returns }: MonthArchive): AsyncGenerator<ArchiveFile> {
  const ids = await listDocumentIds(db, period)
  yield { name: `register-${period.month}.csv`, input: paced(writeRegisterCsv(db, ids)) }
  yield* gstr1Files(db, period, returns)
  yield* drawnDocuments(db, drawer, ids)
}

interface MonthArchive {
  period: TaxPeriod
  /** Empty where the seller files none. */
  returns: TaxReturn[]
}

/** Draws in a thread of its own, so that no customer waits behind a month of documents for their receipt. */
async function* writeZip(db: Db, turnId: string, archive: MonthArchive): AsyncGenerator<Uint8Array> {
  const drawer = createPdfDrawer()
  const prolong = () => void prolongArchiveTurn(db, { id: turnId, leaseSeconds: LEASE_SECONDS }).catch(() => undefined)
  const timer = setInterval(prolong, (LEASE_SECONDS * 1000) / 3).unref()
  try {
    yield* makeZip(filesOf(db, drawer, archive))
  } finally {
    clearInterval(timer)
    await drawer.close()
    await endArchiveTurn(db, turnId)
  }
}

/** What the ZIP of a month is called where it is saved. */
export const archiveName = ({ month }: TaxPeriod): string => `documents-${month}.zip`

/**
 * Everything of a month as one ZIP, piece by piece: each document as a PDF, the register and GSTR-1. Throws a conflict
 * while another one is being made, by whichever process.
 */
export async function openMonthArchive(
  { db, settings }: Pick<Shop, 'db' | 'settings'>,
  { period, actorId }: { period: TaxPeriod; actorId: string },
): Promise<AsyncGenerator<Uint8Array>> {
  const { taxRegistration, gstin } = settings.current()
  const found = await listReturns({ db, settings }, period)
  const returns = found.length === 0 && taxRegistration === 'regular' ? [{ ...period, gstin }] : found
  const id = newId()
  await inTransaction(db, async (db) => {
    const isMine = await takeArchiveTurn(db, { id, leaseSeconds: LEASE_SECONDS })
    if (!isMine) throw conflict('The ZIP of a month is being made already. Please wait until it is saved.')
    const { month, isSandbox } = period
    await recordChange(db, actorId, 'save month', ['tax', month], { after: { month, isSandbox } })
  })
  return writeZip(db, id, { period, returns })
}
