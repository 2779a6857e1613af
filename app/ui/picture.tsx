import type { CSSProperties } from 'react'

import { PICTURE_WIDTHS } from '#contract/pictures.ts'

export interface PictureProps {
  /** The picture's address without a width; it is asked for in the widths of `PICTURE_WIDTHS` through `?w=`. */
  src: string
  alt: string
  /** How wide it is drawn, as in the `sizes` of an img: '(width < 40rem) 50vw, 300px'. */
  sizes: string
  /** Pixels of the original; only their ratio counts. 4:5 unless said otherwise. */
  width?: number | undefined
  height?: number | undefined
  /** The one picture of a page that the visitor waits for: fetched at once and before others. */
  isFirst?: boolean | undefined
  /** Seen without scrolling: fetched at once. */
  isEager?: boolean | undefined
  /** Shown until the picture is there: a CSS background image. */
  placeholder?: string | undefined
  /** The name under which it morphs into another picture at a view transition. One element at a time may carry it. */
  transitionName?: string | undefined
  className?: string | undefined
}

/** A picture that keeps its place before it is there and is fetched no larger than it is drawn. */
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

/** A picture's address in one of the widths that the shop keeps. */
export function withWidth(src: string, width: number): string {
  return `${src}${src.includes('?') ? '&' : '?'}w=${width}`
}
