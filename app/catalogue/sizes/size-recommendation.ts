import type { SizeGuide } from '#contract/catalogue/catalogue.ts'

/**
 * The measurements that garments are compared by: one around the body, one along it. Of each the first in the guide
 * counts.
 */
const GIRTHS = ['chest', 'waist'] as const
const LENGTHS = ['length', 'inseam'] as const
type Girth = (typeof GIRTHS)[number]

/**
 * Bodies are alike in shape, so a girth grows with the root of weight by height. The factors are those of the average
 * man of a survey of 4,000 (ANSUR II, 2012): 175.6 cm, 85.5 kg, chest 105.9 cm, waist 94.1 cm.
 */
const GIRTH_FACTORS = { chest: 151.8, waist: 134.9 } as const
/** Centimetres that a garment is wider than the body, by fit. */
const EASE = { chest: { slim: 8, regular: 12, wide: 18 }, waist: { slim: 1, regular: 2, wide: 4 } } as const
/** A size that differs by more than this around the body does not fit. */
const MAX_OFF_CM = 8
const LENGTH_WEIGHT = 0.5
export const CM_PER_INCH = 2.54

export type Unit = 'cm' | 'in'

/** Centimetres. */
interface OwnGarment {
  girth: number
  length?: number | undefined
}

interface Body {
  heightCm: number
  weightKg: number
}

export const BODY_LIMITS = { heightCm: [120, 230], weightKg: [30, 250] } as const

interface Advice {
  /** Undefined if no size fits. */
  size?: string
  reason: string
}

/** The two measurements that a guide's sizes are compared by; undefined where it has none around the body. */
export function measuresOf(guide: SizeGuide): { girth: Girth; length: string | undefined } | undefined {
  const has = (name: string) => Object.values(guide).some((measures) => measures[name] !== undefined)
  const girth = GIRTHS.find(has)
  return girth && { girth, length: LENGTHS.find(has) }
}

const lengthText = (cm: number, unit: Unit): string =>
  unit === 'cm' ? `${Math.round(cm)} cm` : `${(cm / CM_PER_INCH).toFixed(1)} in`

/** ', a regular fit', in the owner's words; empty where they are a whole sentence. */
function fitText(fit: string | undefined): string {
  const word = fit?.toLowerCase().replace(/ fit$/, '') ?? ''
  return /^[\p{Letter} -]{1,24}$/u.test(word) ? `, a ${word} fit` : ''
}

function easeFor(girth: Girth, fit = ''): number {
  const kind = /slim|skinny/i.test(fit) ? 'slim' : /relax|boxy|wide|over|loose/i.test(fit) ? 'wide' : 'regular'
  return EASE[girth][kind]
}

function difference(cm: number, unit: Unit, more: string, less: string): string | undefined {
  return Math.abs(cm) < 1 ? undefined : `${lengthText(Math.abs(cm), unit)} ${cm > 0 ? more : less}`
}

interface Candidate {
  size: string
  girth: number
  length: number | undefined
}

function candidatesOf(guide: SizeGuide, names: { girth: string; length: string | undefined }): Candidate[] {
  return Object.entries(guide).flatMap(([size, measures]) => {
    const girth = measures[names.girth]
    return girth === undefined ? [] : [{ size, girth, length: names.length && measures[names.length] } as Candidate]
  })
}

const closest = (candidates: readonly Candidate[], off: (one: Candidate) => number): Candidate | undefined =>
  candidates.toSorted((a, b) => off(a) - off(b) || b.girth - a.girth)[0]

/**
 * The size that is nearest to a garment that fits, with the reason; undefined where the guide lacks the measurements.
 */
export function recommendByGarment(
  guide: SizeGuide,
  own: OwnGarment,
  fit?: string,
  unit: Unit = 'cm',
): Advice | undefined {
  const names = measuresOf(guide)
  if (!names) return undefined
  const longer = ({ length }: Candidate) => (length === undefined || !own.length ? 0 : length - own.length)
  const best = closest(
    candidatesOf(guide, names),
    (one) => Math.abs(one.girth - own.girth) + LENGTH_WEIGHT * Math.abs(longer(one)),
  )
  if (!best) return undefined
  const wider = best.girth - own.girth
  const told = [
    difference(wider, unit, 'wider', 'narrower'),
    difference(longer(best), unit, 'longer', 'shorter'),
  ].filter((text) => text !== undefined)
  if (Math.abs(wider) > MAX_OFF_CM) return { reason: `None is close: ${best.size} is ${told[0]} than yours.` }
  const comparison = told.length > 0 ? `${told.join(' and ')} than yours` : 'as wide as yours'
  return { size: best.size, reason: `${best.size}: ${comparison}${fitText(fit)}.` }
}

/** The size for a body of this height and weight, with the reason. An estimate: bodies differ. */
export function recommendByBody(guide: SizeGuide, body: Body, fit?: string, unit: Unit = 'cm'): Advice | undefined {
  const names = measuresOf(guide)
  if (!names) return undefined
  const { girth } = names
  const around = GIRTH_FACTORS[girth] * Math.sqrt(body.weightKg / body.heightCm)
  const wanted = around + easeFor(girth, fit)
  const best = closest(candidatesOf(guide, names), (one) => Math.abs(one.girth - wanted))
  if (!best) return undefined
  const estimate = `Your ${girth} is estimated at ${lengthText(around, unit)}`
  if (Math.abs(best.girth - wanted) > MAX_OFF_CM) return { reason: `None is close. ${estimate}.` }
  const room = best.girth - around
  const told = difference(room, unit, `of room at the ${girth}`, `tighter at the ${girth}`) ?? `close at the ${girth}`
  return { size: best.size, reason: `${best.size}: about ${told}${fitText(fit)}. ${estimate}, so try it on.` }
}
