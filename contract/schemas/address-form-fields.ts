/** The six fields of a delivery address with the labels of the checkout, in order. */
export const ADDRESS_FIELDS = [
  { name: 'fullName', label: 'Full Name', autoComplete: 'name' },
  { name: 'phone', label: 'Phone Number', autoComplete: 'tel' },
  { name: 'street', label: 'House No. and Street', autoComplete: 'street-address' },
  { name: 'city', label: 'District / City', autoComplete: 'address-level2' },
  { name: 'state', label: 'State', autoComplete: 'address-level1' },
  { name: 'pincode', label: 'Pincode', autoComplete: 'postal-code' },
] as const
