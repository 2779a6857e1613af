import type { CSSProperties } from 'react'

import { PICTURE_WIDTHS } from '#contract/catalogue/srcset-widths.ts'

interface PictureProps {
  /** The picture's address without a width; `?w=` is added for each of `PICTURE_WIDTHS`. */
  src: string
  alt: string
  /** The displayed width, as in the `sizes` of an img: '(width < 40rem) 50vw, 300px'. */
  sizes: string
  /** Pixels of the original; only their ratio counts. Defaults to 4:5. */
  width?: number | undefined
  height?: number | undefined
  /** The main picture of the page: loaded eagerly and with high priority. */
  isFirst?: boolean | undefined
  /** Visible without scrolling: loaded eagerly. */
  isEager?: boolean | undefined
  /** Shown until the picture has loaded: a CSS background image. */
  placeholder?: string | undefined
  /** The picture's name in a view transition. Only one element at a time may have it. */
  transitionName?: string | undefined
  className?: string | undefined
}

/** A responsive picture: it reserves its space, and the browser loads no larger file than it displays. */
export function Picture(props: PictureProps) {
  const {
    src,
    alt,
    sizes,
    width = 1200,
    height = 1500,
    isFirst,
    isEager,
    placeholder,
    transitionName,
    className = '',
  } = props
  const style: CSSProperties = {
    ...(placeholder && { backgroundImage: placeholder }),
    ...(transitionName && { viewTransitionName: transitionName }),
  }
  return (
    <img
      src={withWidth(src, FALLBACK_WIDTH)}
      srcSet={PICTURE_WIDTHS.map((each) => `${withWidth(src, each)} ${each}w`).join(', ')}
      sizes={sizes}
      alt={alt}
      width={width}
      height={height}
      loading={isFirst || isEager ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : undefined}
      decoding="async"
      className={`picture ${className}`}
      style={style}
    />
  )
}

const FALLBACK_WIDTH = PICTURE_WIDTHS.find((width) => width >= 640) ?? PICTURE_WIDTHS[0]

/** A picture's URL in one of the widths that the server offers. */
export function withWidth(src: string, width: number): string {
  return `${src}${src.includes('?') ? '&' : '?'}w=${width}`
}
