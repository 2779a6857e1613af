import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

/** Every screen of the shop and its address. */
export default [
  layout('routes/storefront/layout.tsx', [
    index('routes/storefront/home.tsx'),
    route('about', 'routes/storefront/about.tsx'),
    ...['privacy', 'terms', 'returns', 'shipping', 'seller'].map((page) =>
      route(page, 'routes/storefront/text-page.tsx', { id: page }),
    ),
    route('contact', 'routes/storefront/contact.tsx'),
    route('categories/:slug', 'routes/storefront/category.tsx'),
    route('getproducts', 'routes/storefront/our-products.tsx'),
    route('products', 'routes/storefront/products-redirect.tsx'),
    route('product/:id', 'routes/storefront/product.tsx'),
    route('signin', 'routes/account/sign-in.tsx'),
    route('signup', 'routes/account/sign-up.tsx'),
    route('forgot-password', 'routes/account/forgot-password.tsx'),
    route('reset-password/:token', 'routes/account/reset-password.tsx'),
    route('signin/code', 'routes/account/code-sign-in.tsx'),
    route('wishlist', 'routes/account/wishlist.tsx'),
    route('confirm-email/:token', 'routes/account/confirm-email.tsx'),
    route('admin-signin', 'routes/account/admin-sign-in.tsx'),
    layout('routes/account/customer-guard.tsx', [
      route('user-profile', 'routes/account/profile.tsx'),
      route('user-profile/details', 'routes/account/details.tsx'),
      route('cart', 'routes/account/cart.tsx'),
    ]),
    route('*', 'routes/storefront/not-found.tsx'),
  ]),
  route('offline', 'routes/storefront/offline.tsx'),
  route('order', 'routes/checkout/checkout.tsx'),
  layout('routes/admin/layout.tsx', [
    layout('routes/admin/guard.tsx', [
      route('admin/dashboard', 'routes/admin/dashboard.tsx'),
      route('admin/categories', 'routes/admin/categories.tsx'),
      route('admin/products', 'routes/admin/products.tsx'),
      route('admin/products/import', 'routes/admin/import.tsx'),
      route('admin/products/:id', 'routes/admin/product.tsx'),
      route('admin/neworders', 'routes/admin/orders.tsx'),
      route('admin/orders/:orderId', 'routes/admin/order.tsx'),
      route('admin/orders/:orderId/slip', 'routes/admin/order-slip.tsx'),
      route('admin/contacts', 'routes/admin/contacts.tsx'),
      route('admin/reconciliation', 'routes/admin/reconciliation.tsx'),
      route('admin/tax', 'routes/admin/tax.tsx'),
      route('admin/reviews', 'routes/admin/reviews.tsx'),
      route('admin/offers', 'routes/admin/offers.tsx'),
      route('admin/offers/:id', 'routes/admin/offer.tsx'),
      route('admin/audit', 'routes/admin/audit.tsx'),
      route('admin/settings', 'routes/admin/settings.tsx'),
      route('admin/search-settings', 'routes/admin/search-settings.tsx'),
    ]),
  ]),
] satisfies RouteConfig
