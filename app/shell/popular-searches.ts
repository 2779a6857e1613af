/** Good searches, offered below an empty search field. */
export const POPULAR_SEARCHES = ['White shirt', 'Linen', 'Polo', 'Under ₹1,000'] as const
