const COLOUR = /^(?:pa_)?(?:colou?rs?|colou?r name|shades?|रंग)$/i
const SIZE = /^(?:pa_)?(?:sizes?|size name|waist|chest|collar|साइज़?)$/i

/** Whether an option or an attribute of another shop says in which colours a product comes. */
export const isColourName = (name: string): boolean => COLOUR.test(name.normalize('NFC'))

/** Whether it says in which sizes. */
export const isSizeName = (name: string): boolean => SIZE.test(name.normalize('NFC'))
