/** The tables of GSTR-1 that a shop fills, as the offline tool of the GST network names their files. */
export const GSTR1_SECTIONS = ['b2b', 'b2cl', 'b2cs', 'cdnr', 'cdnur', 'hsn(b2b)', 'hsn(b2c)', 'docs'] as const
export type Gstr1Section = (typeof GSTR1_SECTIONS)[number]
