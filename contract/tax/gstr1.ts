import { z } from 'zod'

// The names are those of the GST network's offline tool. What stands below the sections' own keys is described at the
// tool itself.

const amounts = {
  rt: z.number().describe('The rate in per cent.'),
  txval: z.number().describe('The taxable value in rupees.'),
  iamt: z.number().optional(),
  camt: z.number().optional(),
  samt: z.number().optional(),
  csamt: z.number(),
}
const items = z.array(z.object({ num: z.number().int(), itm_det: z.object(amounts) }))
const invoice = z.looseObject({ inum: z.string(), idt: z.string(), val: z.number(), itms: items })
const note = z.looseObject({ ntty: z.string(), nt_num: z.string(), nt_dt: z.string(), val: z.number(), itms: items })
const hsn = z.array(z.looseObject({ num: z.number().int(), hsn_sc: z.string(), qty: z.number(), ...amounts }))

/** GSTR-1 of a month as the offline tool writes it. A section without documents is left out. */
export const Gstr1 = z.object({
  gstin: z.string(),
  fp: z.string().describe('Month and year, as 112026.'),
  version: z.string(),
  hash: z.string(),
  b2b: z.array(z.object({ ctin: z.string(), inv: z.array(invoice) })).optional(),
  b2cl: z.array(z.object({ pos: z.string(), inv: z.array(invoice) })).optional(),
  b2cs: z.array(z.looseObject({ sply_ty: z.string(), pos: z.string(), typ: z.string(), ...amounts })).optional(),
  cdnr: z.array(z.object({ ctin: z.string(), nt: z.array(note) })).optional(),
  cdnur: z.array(note).optional(),
  doc_issue: z
    .object({ doc_det: z.array(z.looseObject({ doc_num: z.number().int(), doc_typ: z.string() })) })
    .optional(),
  hsn: z.object({ hsn_b2b: hsn.optional(), hsn_b2c: hsn.optional() }).optional(),
})
