/** Said where a screen would say that a call failed, if the device has no network. */
export const OFFLINE = 'You are offline.'

/** The specified sentences. The server sends them, and the screens use them as a fallback. */
export const WORDINGS = {
  fallback: 'Something went wrong',
  session: {
    loginFailed: 'Login failed',
    logoutFailed: 'Logout failed',
    adminLogoutFailed: 'Admin logout failed',
    signInFailed: 'Login failed. Please try again.',
    signedIn: 'Login successful!',
    registrationFailed: 'Registration failed',
    notAdmin: 'Access denied. Not an admin.',
    pleaseLogin: 'Please login first.',
  },
  products: {
    fetchFailed: 'Failed to fetch products',
    priceNegative: 'Price must be greater than 0.',
    discountOutOfRange: 'Discounted price must be between 0 and the original price.',
    notFound: 'Product not found',
    loadDetailsFailed: 'Failed to load product details.',
  },
  contact: {
    submitted: 'Submitted successfully!',
    sent: 'Your message has been sent successfully!',
    failed: 'Failed to submit contact form',
    unexpected: 'An unexpected error occurred. Please try again later.',
    numberTooLong: 'Contact number cannot exceed 10 digits.',
  },
  cart: {
    added: 'Product added to cart!',
    addedOnProductPage: 'Added to cart!',
    pleaseLogin: 'Please Login to Continue',
    quantityFailed: 'Failed to update quantity',
    quantityUpdated: 'Quantity updated!',
    removeFailed: 'Failed to remove item',
    removed: 'Item removed from cart!',
  },
  shipping: {
    perk: 'Free Shipping on orders over ₹999',
    /** Shown beside 'Shipping: Free', because the perk says nothing of smaller orders. */
    note: 'Shipping is free on every order now, also below ₹999.',
  },
  orders: {
    creationFailed: 'Order creation failed',
    fetchFailed: 'Failed to fetch orders',
  },
  checkout: {
    missingAddress: 'Please fill in all address fields.',
    scriptFailed: 'Razorpay SDK failed to load.',
    verificationFailed: 'Payment verification failed.',
    orderCreationFailed: 'Order creation failed.',
    addressFailed: 'Failed to save address.',
    initiationFailed: 'Failed to initiate payment.',
    succeeded: 'Payment & Order successful!',
  },
} as const
