import { expect, test } from 'vitest'

import type { ProductDetail } from '#contract/catalogue/catalogue.ts'

import { productData } from './product-structured-data.ts'

const SHOP: Parameters<typeof productData>[1] = {
  shopName: 'Selvedge',
  publicUrl: 'https://shop.example',
  deliveryDays: [8, 12],
  returnDays: 7,
}
const product: ProductDetail = {
  _id: 'a1',
  name: 'Shirt',
  description: '',
  price: 1799,
  discountedPrice: 1499,
  category: { _id: 'c', name: 'Shirts', slug: 'shirts' },
  stock: 4,
  sizes: [
    { size: 'M', stock: 4 },
    { size: 'L', stock: 0 },
  ],
  images: ['/api/products/image/a1/0'],
  pictures: [{ version: 'v', alt: 'Front' }],
  createdAt: '2026-11-22T00:00:00.000Z',
  colour: 'Navy',
  colourGroup: 'g',
  siblings: [
    { _id: 'a1', colour: 'Navy', swatch: [], inStock: true },
    { _id: 'a2', colour: 'Bone', swatch: [], inStock: true },
  ],
  revision: 1,
}

test('a product is a group with a variant of its own availability for each size, and a page for each other colour', () => {
  const [group] = productData(product, SHOP, null)
  expect(group).toMatchObject({
    '@type': 'ProductGroup',
    name: 'Shirt',
    description: 'Shirt',
    productGroupID: 'g',
    variesBy: ['https://schema.org/size', 'https://schema.org/color'],
    hasVariant: [
      {
        '@type': 'Product',
        sku: 'a1-M',
        size: 'M',
        color: 'Navy',
        offers: { availability: 'https://schema.org/InStock' },
      },
      { sku: 'a1-L', size: 'L', offers: { availability: 'https://schema.org/OutOfStock' } },
      { url: 'https://shop.example/product/a2' },
    ],
  })
  expect(group).not.toHaveProperty('aggregateRating')
})

test('each offer has the price that is paid, the MRP as list price, shipping and how it comes back', () => {
  const [single] = productData({ ...product, sizes: [], siblings: undefined }, SHOP, null)
  expect(single).toMatchObject({
    '@type': 'Product',
    image: ['https://shop.example/api/products/image/a1/0?w=1200'],
    offers: {
      '@type': 'Offer',
      price: '1499.00',
      priceCurrency: 'INR',
      priceSpecification: { priceType: 'https://schema.org/ListPrice', price: '1799.00', priceCurrency: 'INR' },
      itemCondition: 'https://schema.org/NewCondition',
      shippingDetails: {
        shippingRate: { value: 0, currency: 'INR' },
        shippingDestination: { addressCountry: 'IN' },
        deliveryTime: {
          handlingTime: { unitCode: 'DAY' },
          transitTime: { minValue: 8, maxValue: 12, unitCode: 'DAY' },
        },
      },
      hasMerchantReturnPolicy: { applicableCountry: 'IN', merchantReturnDays: 7 },
    },
  })
})

test('days of return of the category count before those of the shop', () => {
  const [group] = productData({ ...product, sizes: [], siblings: [], returnDays: 0 }, SHOP, null)
  const hasMerchantReturnPolicy = { returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted' }
  expect(group).toMatchObject({ offers: { hasMerchantReturnPolicy } })
})

test('where the PIN code is asked for, shipping says the days of all PIN codes together and how they are counted', () => {
  const timeIn = (delivery: NonNullable<(typeof SHOP)['delivery']>) => {
    const [group] = productData({ ...product, sizes: [], siblings: [] }, { ...SHOP, delivery }, null)
    return (group as { offers?: { shippingDetails?: { deliveryTime?: object } } }).offers?.shippingDetails?.deliveryTime
  }
  const days = (minValue: number, maxValue: number) => ({
    '@type': 'QuantitativeValue',
    minValue,
    maxValue,
    unitCode: 'DAY',
  })
  expect(timeIn({ days: [2, 9], cutOffHour: 24, weekdays: [0, 1, 2, 3, 4, 5, 6] })).toEqual({
    '@type': 'ShippingDeliveryTime',
    handlingTime: days(0, 0),
    transitTime: days(2, 9),
  })
  expect(timeIn({ days: [2, 9], cutOffHour: 9, weekdays: [1, 6] })).toMatchObject({
    handlingTime: days(0, 1),
    cutoffTime: '09:00:00+05:30',
    businessDays: { dayOfWeek: ['https://schema.org/Monday', 'https://schema.org/Saturday'] },
  })
})
