import type { Seller } from '#contract/settings/policies.ts'

/** How goods come back, for search engines; `returnDays` counts from delivery. */
export function returnPolicyData(returnDays: number, publicUrl: string): object {
  return {
    '@type': 'MerchantReturnPolicy',
    applicableCountry: 'IN',
    merchantReturnLink: `${publicUrl}/returns`,
    ...(returnDays === 0
      ? { returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted' }
      : {
          returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
          merchantReturnDays: returnDays,
        }),
  }
}

function contactData({ phone, email }: Seller['care'], publicUrl: string): object {
  return {
    '@type': 'ContactPoint',
    contactType: 'customer service',
    url: `${publicUrl}/contact`,
    ...(phone && { telephone: phone }),
    ...(email && { email }),
  }
}

/** Structured data of the shop itself, for the home page. What the owner has not entered is left out. */
export function organizationData({
  shopName,
  publicUrl,
  logo = '/share.png',
  seller: { legalName, address, care, returnDays, socialPages },
}: {
  shopName: string
  publicUrl: string
  /** The address of the owner's logo on this shop. */
  logo?: string | undefined
  seller: Seller
}): object[] {
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Organization',
      '@id': `${publicUrl}/#organization`,
      name: shopName,
      legalName,
      url: publicUrl,
      logo: `${publicUrl}${logo}`,
      contactPoint: contactData(care, publicUrl),
      ...(address && {
        address: {
          '@type': 'PostalAddress',
          addressCountry: 'IN',
          ...(address.street && { streetAddress: address.street }),
          ...(address.city && { addressLocality: address.city }),
          ...(address.state && { addressRegion: address.state }),
          ...(address.pin && { postalCode: address.pin }),
        },
      }),
      ...(socialPages.length > 0 && { sameAs: socialPages }),
      hasMerchantReturnPolicy: returnPolicyData(returnDays, publicUrl),
    },
    {
      '@context': 'https://schema.org',
      '@type': 'WebSite',
      name: shopName,
      url: publicUrl,
      potentialAction: {
        '@type': 'SearchAction',
        target: `${publicUrl}/getproducts?search={search}`,
        'query-input': 'required name=search',
      },
    },
  ]
}
