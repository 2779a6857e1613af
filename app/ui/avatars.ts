interface Avatar {
  id: string
  /** An address on the shop's own origin. */
  src: string
  /** Alternative text. */
  name: string
}

// In the order of draw-avatars.ts.
const NAMES = [
  'Curls and an open jacket',
  'Glasses and a galaxy tee',
  'Moustache and a tie',
  'Turban and a planet tee',
  'Quiff, glasses and a scarf',
  'Long hair and a dark jacket',
  'Round sunglasses and a backpack',
  'Glasses and a bolt tee',
  'Topknot and a black top',
  'Moustache and a waistcoat',
  'Curls and a light jacket',
  'Topknot and a button collar',
  'Curls and dark glasses',
  'Straight hair and a cardigan',
  'Tousled hair and a hooded tee',
  'Short hair and a backpack',
  'Wavy hair and a dotted shirt',
  'Curls and a black bolt tee',
  'Side parting and glasses',
  'Cap and a dark top',
  'Fringe and a sleeveless jacket',
  'Ribbon and a loose tie',
]

/** The 22 pictures that a customer may choose from. */
export const AVATARS: readonly Avatar[] = NAMES.map((name, index) => {
  const id = String(index + 1).padStart(2, '0')
  return { id, src: `/avatars/${id}.svg`, name }
})
