/** What the calls about categories, products and the search are sent. */
export const catalogueBodies = (category: { id: string; name: string }, productId: string): Record<string, object> => ({
  'POST /admin/categories/rename': { _id: category.id, name: category.name },
  'POST /admin/categories/order': { ids: [category.id] },
  'POST /admin/categories/return-days': { _id: category.id, returnDays: 3 },
  'POST /admin/categories/defaults': { _id: category.id, defaults: { origin: 'India' } },
  'POST /categories/create': { name: 'A new category' },
  'POST /categories/delete/categ': { category_name: category.name },
  'POST /admin/products/bulk/preview': { action: 'discount', ids: [productId], percent: 10 },
  'POST /admin/products/undo-prices': { entry: 999_999_999 },
  'POST /admin/products/bulk': { action: 'price', ids: [productId], percent: 10 },
  'PUT /admin/search-settings': { synonyms: [{ phrase: 'tee', means: 't-shirt' }] },
  'PATCH /products/set-stock/{id}': { stock: 3 },
  'PATCH /products/update-price/{id}': { price: 5 },
})
