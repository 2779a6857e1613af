/** What the buyers of synthetic orders are called, and where they live. */
export const FIRSTNAMES = [
  'Asha',
  'Ravi',
  'Meera',
  'Kabir',
  'Nisha',
  'Arjun',
  'Leela',
  'Vikram',
  'Sana',
  'Rohan',
  'Tara',
  'Dev',
]
export const LASTNAMES = ['Rao', 'Iyer', 'Das', 'Khan', 'Mehta', 'Nair', 'Singh', 'Patel', 'Bose', 'Joshi', 'Reddy']
/** Each with its state, and the first PIN of a street in it. */
export const PLACES = [
  { city: 'Pune', state: 'Maharashtra', pin: 411_001 },
  { city: 'Mysuru', state: 'Karnataka', pin: 570_001 },
  { city: 'Kochi', state: 'Kerala', pin: 682_001 },
  { city: 'Jaipur', state: 'Rajasthan', pin: 302_001 },
  { city: 'Kolkata', state: 'West Bengal', pin: 700_001 },
  { city: 'New Delhi', state: 'Delhi', pin: 110_001 },
  { city: 'Surat', state: 'Gujarat', pin: 395_001 },
  { city: 'Chennai', state: 'Tamil Nadu', pin: 600_001 },
]
/** How many PINs follow the first one. */
export const PINS_OF_A_PLACE = 9
