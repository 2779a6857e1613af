/** Where orders go: one place in the seller's state, and one in another. */
export const PLACES = [
  { city: 'Mysuru', state: 'Karnataka', pincode: '570001' },
  { city: 'Pune', state: 'Maharashtra', pincode: '411001' },
]
