/**
 * What kinds of garments there are, and for what occasions: the words of names, categories, fabrics and fits that tell
 * them. An owner whose garments are called otherwise adds their words here; all are compared as stems, so `jean` is
 * also `jeans`.
 */

/** Which part of an outfit a garment is. A set brings its own bottoms. */
export type Part = 'top' | 'bottom' | 'set'

/** Of several words the last tells: a shirt jacket is a jacket, a jean short is a short. */
export const PART_WORDS: Record<Part, string> = {
  set: 'co-ord coord co-ords set suit tracksuit nightsuit sherwani jumpsuit',
  bottom: `pant trouser lower jean chino short jogger cargo pyjama pajama payjama dhoti bermuda slack bottom legging jogger
    sweatpant trackpant churidar`,
  top: `shirt t-shirt tshirt tee polo henley sweatshirt hoodie jacket overshirt shacket kurta vest sweater pullover cardigan
    blazer waistcoat top coat`,
}

/** What a garment is worn for, from the most dressed. */
export type Occasion = 'festive' | 'formal' | 'smart' | 'casual' | 'lounge' | 'sport'

/**
 * The words for each occasion, in the order in which they are looked for. `not` are words that speak against it: a
 * poplin shirt with a camp collar is none for the office. What has none of the words is casual.
 */
export const OCCASION_WORDS: readonly { occasion: Occasion; words: string; not?: string }[] = [
  {
    occasion: 'sport',
    words: 'track gym sport running run training athletic yoga swim cycling cricket football tracksuit',
  },
  {
    occasion: 'lounge',
    words: 'lounge pyjama pajama payjama nightwear nightsuit sleep loungewear jogger sweatpant terry fleece',
  },
  { occasion: 'festive', words: 'festive wedding bandhgala sherwani brocade zari silk kurta nehru ethnic' },
  {
    occasion: 'formal',
    words: 'formal office suit suiting wool worsted poplin oxford herringbone pleated tuxedo blazer business',
    not: `camp boxy print printed graphic gingham denim flannel knit jersey cargo jogger wide short overshirt sweater pullover
      cardigan hawaiian palm wave bloom floral`,
  },
  {
    occasion: 'smart',
    words: 'chino trouser linen twill chambray corduroy cord polo piqué button-down windowpane blazer waistcoat smart',
    not: 'camp boxy graphic cargo jogger wide short denim',
  },
]

/** What goes with what is worn for an occasion, the best first. Where a shop has none of it, what is casual does. */
export const GOES_WITH: Record<Occasion, readonly Occasion[]> = {
  festive: ['festive', 'formal', 'smart'],
  formal: ['formal', 'festive', 'smart'],
  smart: ['smart', 'formal', 'casual'],
  casual: ['casual', 'smart'],
  lounge: ['lounge', 'casual'],
  sport: ['sport', 'lounge'],
}

/** What shoppers call an occasion when they search. */
export const SEARCHED_OCCASIONS: Partial<Record<Occasion, string>> = {
  formal: 'formal formals office work business interview corporate meeting professional',
}
