import type { ReactNode } from 'react'

import { withWidth } from './picture.tsx'

import { formatTotal } from '#contract/units/money.ts'

interface LinePictureProps {
  /** Null leaves its place empty. */
  image: string | null
  isLarge?: boolean
}

/** The small picture of a product in a list of lines. */
export function LinePicture({ image, isLarge = false }: LinePictureProps) {
  const width = isLarge ? 64 : 48
  const place = `flex-none ${isLarge ? 'w-16' : 'w-12'}`
  if (image === null) return <span className={place} />
  return (
    <img
      src={withWidth(image, 160)}
      alt=""
      width={width}
      height={width * 1.25}
      loading="lazy"
      className={`picture rounded-control ${place}`}
    />
  )
}

interface ProductLineProps {
  image: string | null
  name: string
  size?: string | undefined
  quantity: number
  /** Rupees, of all its pieces. */
  amount: number
  /** What else is said of it. */
  children?: ReactNode
}

/** A line of a cart, an order or a return, as an item of a list: picture, name, size, pieces and what they cost. */
export function ProductLine({ image, name, size, quantity, amount, children }: ProductLineProps) {
  return (
    <li className="grid grid-cols-[3rem_1fr_auto] items-center gap-3 text-sm">
      <LinePicture image={image} />
      <div className="min-w-0 wrap-anywhere">
        <p className="font-semibold">{name}</p>
        <p className="text-muted">{`${size ? `Size ${size} ` : ''}× ${quantity}`}</p>
        {children}
      </div>
      <span className="price">{formatTotal(amount)}</span>
    </li>
  )
}
