import { useEffect, useRef, useState } from 'react'

import {
  recommendByBody,
  recommendByGarment,
  BODY_LIMITS,
  CM_PER_INCH,
  measuresOf,
  type Unit,
} from '#app/catalogue/sizes/size-recommendation.ts'
import { Button } from '#app/ui/button.tsx'
import { ChoiceTiles } from '#app/ui/choice-tiles.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { ProductDetail } from '#contract/catalogue/catalogue.ts'

const GARMENTS = {
  chest: { label: 'A shirt that fits', hint: 'From armpit to armpit, laid flat, times two.' },
  waist: { label: 'Trousers that fit', hint: 'Across the waistband, laid flat, times two.' },
} as const

const within = (value: number, [least, most]: readonly [number, number]) => value >= least && value <= most
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

interface NumberFieldProps {
  label: string
  hint?: string | undefined
  suffix: string
  value: string
  onChange(value: string): void
}

function NumberField({ onChange, ...props }: NumberFieldProps) {
  return (
    <TextField
      {...props}
      type="number"
      inputMode="decimal"
      min={0}
      step="any"
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

interface SizeRecommendationFormProps {
  product: ProductDetail
  unit: Unit
  onChoose(size: string): void
}

/** Finds a size by a garment that fits, or by height and weight. Nothing leaves the browser. */
export function SizeRecommendationForm({
  product: { sizes, sizeGuide = {}, fit },
  unit,
  onChoose,
}: SizeRecommendationFormProps) {
  const [way, setWay] = useState('garment')
  const [values, setValues] = useState({ girth: '', length: '', height: '', weight: '' })
  const names = measuresOf(sizeGuide)
  const fieldOf = (name: keyof typeof values) => ({
    value: values[name],
    onChange: (value: string) => setValues((now) => ({ ...now, [name]: value })),
  })
  const inCm = (text: string) => Number(text) * (unit === 'in' ? CM_PER_INCH : 1)
  const body = { heightCm: Number(values.height), weightKg: Number(values.weight) }
  const isBody = within(body.heightCm, BODY_LIMITS.heightCm) && within(body.weightKg, BODY_LIMITS.weightKg)
  const own = { girth: inCm(values.girth), length: inCm(values.length) || undefined }
  const advice = !names
    ? undefined
    : way === 'garment'
      ? own.girth > 0
        ? recommendByGarment(sizeGuide, own, fit, unit)
        : undefined
      : isBody
        ? recommendByBody(sizeGuide, body, fit, unit)
        : undefined
  const advised = sizes.find(({ size }) => size === advice?.size)
  const answer = useRef<HTMLDivElement>(null)
  const reason = advice?.reason
  // On a phone it would stand below the edge of the dialog.
  useEffect(() => {
    if (reason !== undefined) answer.current?.scrollIntoView({ block: 'nearest' })
  }, [reason])

  if (!names) return <p className="mt-6 text-sm text-muted">This guide has no chest or waist to find a size by.</p>
  return (
    <section aria-labelledby="size-help" className="mt-6 grid gap-4 border-t border-line pt-5">
      <h3 id="size-help" className="heading text-xl">
        Find your size
      </h3>
      <ChoiceTiles
        legend="Compare with"
        isLegendHidden
        name="size-help"
        choices={[
          { value: 'garment', label: GARMENTS[names.girth].label },
          { value: 'body', label: 'Height and weight' },
        ]}
        value={way}
        onChange={setWay}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {way === 'garment' ? (
          <>
            <NumberField
              label={`Its ${names.girth}`}
              hint={GARMENTS[names.girth].hint}
              suffix={unit}
              {...fieldOf('girth')}
            />
            {names.length && <NumberField label={`Its ${names.length}`} suffix={unit} {...fieldOf('length')} />}
          </>
        ) : (
          <>
            <NumberField label="Your height" suffix="cm" {...fieldOf('height')} />
            <NumberField label="Your weight" suffix="kg" {...fieldOf('weight')} />
          </>
        )}
      </div>
      <div ref={answer} className="grid scroll-mb-6 gap-4">
        <p role="status" className="min-h-6 font-semibold">
          {`${advice?.reason ?? ''}${advised?.stock === 0 ? ` ${capital(advised.size)} is sold out.` : ''}`}
        </p>
        {advised && advised.stock > 0 && (
          <Button className="justify-self-start" onClick={() => onChoose(advised.size)}>
            {`Choose ${advised.size}`}
          </Button>
        )}
      </div>
      <p className="text-xs text-muted">What you enter stays in this browser.</p>
    </section>
  )
}
