/** The most old addresses of a shop. Each process has all of them in memory. */
export const MAX_OLD_ADDRESSES = 20_000
/** The longest path of an address. */
export const MAX_OLD_PATH = 500

/** Who wrote an old address: somebody of the staff, an import, or an address that was changed in this shop. */
export const OLD_ADDRESS_ORIGINS = ['staff', 'import', 'change'] as const
export type OldAddressOrigin = (typeof OLD_ADDRESS_ORIGINS)[number]
