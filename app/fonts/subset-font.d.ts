declare module 'subset-font' {
  interface Axis {
    min: number
    max: number
  }
  interface SubsetOptions {
    targetFormat: 'sfnt' | 'woff' | 'woff2'
    /** A number pins an axis. */
    variationAxes?: Record<string, Axis | number>
    keepFeatures?: string[]
    noHinting?: boolean
  }
  function subsetFont(font: Buffer, characters: string, options: SubsetOptions): Promise<Buffer>
  export = subsetFont
}
