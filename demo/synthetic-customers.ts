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
export const CITIES = ['Pune', 'Mysuru', 'Kochi', 'Jaipur', 'Kolkata', 'Delhi', 'Surat', 'Chennai']
