import type { Block } from '#contract/pages-of-blocks/block-kinds.ts'

/** The page about the house as the specification has it. */
export const DEFAULT_ABOUT: { title: string; description: string; blocks: readonly Block[] } = {
  title: 'About',
  description: 'A design house for men: original design, unrivaled quality, conscious craft and future-forward style.',
  blocks: [
    {
      id: 'about',
      kind: 'statement',
      fields: {
        heading: 'About us',
        text: `We are a design house, not a warehouse. What hangs here began as a sheet of paper on our own table and was cut, sewn and worn until it was right.

We started with one shirt that we could not find anywhere: a collar that sits, a hem that stays, a price that can be said out loud. The rest of the wardrobe followed, one honest piece at a time.`,
        look: 'title of the page',
        button: 'Explore Collection',
        buttonLink: '/getproducts',
      },
    },
    { id: 'divider', kind: 'divider', fields: {} },
    {
      id: 'pillars',
      kind: 'cards',
      fields: {
        heading: 'Four pillars',
        look: 'signs',
        items: [
          {
            title: 'Original Design',
            line: '',
            text: 'Every pattern is drawn in-house. We do not copy a season; we cut for the years after it.',
            sign: 'pencil',
            picture: '',
          },
          {
            title: 'Unrivaled Quality',
            line: '',
            text: 'Cloth chosen by weight and hand, seams that stay flat, buttons that stay on.',
            sign: 'ruler',
            picture: '',
          },
          {
            title: 'Conscious Craft',
            line: '',
            text: 'Small runs, honest fibres and as little waste on the cutting table as the pattern allows.',
            sign: 'leaf',
            picture: '',
          },
          {
            title: 'Future-Forward Style',
            line: '',
            text: 'Plain enough for today, precise enough for tomorrow. Nothing is added for show.',
            sign: 'sparkles',
            picture: '',
          },
        ],
      },
    },
    {
      id: 'team',
      kind: 'cards',
      fields: {
        heading: 'The team',
        look: 'round pictures',
        items: [
          {
            title: 'Aarav Mehta',
            line: 'Founder, design',
            text: 'Draws the first line of every pattern and wears each sample for a month before it is allowed out.',
            sign: 'none',
            picture: '',
          },
          {
            title: 'Kabir Nair',
            line: 'Founder, making',
            text: 'Knows every mill by name and will unpick a seam twice for one millimetre.',
            sign: 'none',
            picture: '',
          },
        ],
      },
    },
    {
      id: 'closing',
      kind: 'statement',
      fields: {
        heading: 'See what is on the table now.',
        text: '',
        look: 'centred',
        button: 'Discover Our Products',
        buttonLink: '/getproducts',
      },
    },
  ],
}
