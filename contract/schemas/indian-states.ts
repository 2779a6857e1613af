export interface IndianState {
  /** The two digits that a GST number begins with. */
  gstCode: string
  name: string
  /** How its PINs begin, after India Post's PIN ranges. Three digits outrank two, and some are shared by neighbours. */
  pins: string
}

/**
 * The states and union territories of India with their GST state codes. 25 and 28 were given up in 2020 and 2014. What
 * else people call them, in Hindi too, stands in `state-spellings.ts`.
 */
export const INDIAN_STATES: readonly IndianState[] = [
  { gstCode: '35', name: 'Andaman and Nicobar Islands', pins: '744' },
  { gstCode: '37', name: 'Andhra Pradesh', pins: '51 52 53 507 533' },
  { gstCode: '12', name: 'Arunachal Pradesh', pins: '790 791 792' },
  { gstCode: '18', name: 'Assam', pins: '78' },
  { gstCode: '10', name: 'Bihar', pins: '80 81 84 85 813 814 821 823 824' },
  { gstCode: '04', name: 'Chandigarh', pins: '160' },
  { gstCode: '22', name: 'Chhattisgarh', pins: '49' },
  { gstCode: '26', name: 'Dadra and Nagar Haveli and Daman and Diu', pins: '362 396' },
  { gstCode: '07', name: 'Delhi', pins: '11' },
  { gstCode: '30', name: 'Goa', pins: '403' },
  { gstCode: '24', name: 'Gujarat', pins: '36 37 38 39 362 396' },
  { gstCode: '06', name: 'Haryana', pins: '12 13' },
  { gstCode: '02', name: 'Himachal Pradesh', pins: '17' },
  { gstCode: '01', name: 'Jammu and Kashmir', pins: '18 19' },
  { gstCode: '20', name: 'Jharkhand', pins: '82 83 813 814 815 816' },
  { gstCode: '29', name: 'Karnataka', pins: '56 57 58 59' },
  { gstCode: '32', name: 'Kerala', pins: '67 68 69 673 682' },
  { gstCode: '38', name: 'Ladakh', pins: '194' },
  { gstCode: '31', name: 'Lakshadweep', pins: '682' },
  { gstCode: '23', name: 'Madhya Pradesh', pins: '45 46 47 48' },
  { gstCode: '27', name: 'Maharashtra', pins: '40 41 42 43 44' },
  { gstCode: '14', name: 'Manipur', pins: '795' },
  { gstCode: '17', name: 'Meghalaya', pins: '793 794' },
  { gstCode: '15', name: 'Mizoram', pins: '796' },
  { gstCode: '13', name: 'Nagaland', pins: '797 798' },
  { gstCode: '21', name: 'Odisha', pins: '75 76 77' },
  { gstCode: '34', name: 'Puducherry', pins: '533 605 607 609 673' },
  { gstCode: '03', name: 'Punjab', pins: '14 15 160' },
  { gstCode: '08', name: 'Rajasthan', pins: '30 31 32 33 34' },
  { gstCode: '11', name: 'Sikkim', pins: '737' },
  { gstCode: '33', name: 'Tamil Nadu', pins: '60 61 62 63 64 605 607 609' },
  { gstCode: '36', name: 'Telangana', pins: '50 507' },
  { gstCode: '16', name: 'Tripura', pins: '799' },
  { gstCode: '09', name: 'Uttar Pradesh', pins: '20 21 22 23 24 25 26 27 28 244 246 247 262' },
  { gstCode: '05', name: 'Uttarakhand', pins: '244 246 247 248 249 262 263' },
  { gstCode: '19', name: 'West Bengal', pins: '70 71 72 73 74' },
]

/**
 * The states that a PIN, or its first digits, may be in. Empty for one that India Post does not use, or uses for the
 * army.
 */
export function statesOfPin(pin: string): readonly IndianState[] {
  const statesOf = (prefix: string) => INDIAN_STATES.filter(({ pins }) => pins.split(' ').includes(prefix))
  const exact = statesOf(pin.slice(0, 3))
  return exact.length > 0 ? exact : statesOf(pin.slice(0, 2))
}

/** The union territories without a legislature; Delhi, Puducherry, and Jammu and Kashmir have one. */
const WITHOUT_LEGISLATURE = ['04', '26', '31', '35', '38']

/** The short name of the tax beside central tax within the state or the territory with this code. */
export const stateTaxName = (gstCode: string): 'SGST' | 'UTGST' =>
  WITHOUT_LEGISLATURE.includes(gstCode) ? 'UTGST' : 'SGST'
