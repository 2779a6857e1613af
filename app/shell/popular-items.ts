/** The fixed entries of the header's panel, by the category that they lead to. */
export const POPULAR_ITEMS = [
  { title: 'Shirts', to: '/categories/shirts', items: ['Casual', 'Formal', 'Polo', 'Denim'] },
  { title: 'Lowers', to: '/categories/lowers', items: ['Skinny', 'Straight', 'Bootcut', 'Relaxed'] },
  { title: 'Pants', to: '/categories/pants', items: ['Trousers', 'Chinos', 'Cargo', 'Leggings'] },
] as const
