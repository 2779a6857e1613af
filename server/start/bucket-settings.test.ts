import { expect, test } from 'vitest'

import { readBucketSettings } from '#server/start/bucket-settings.ts'

const KEYS = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' }
const AT_AMAZON = { ...KEYS, AWS_REGION: 'ap-south-1' }

test('without STORAGE_URL there is none, whatever else is set', () => {
  expect(readBucketSettings(AT_AMAZON)).toBeUndefined()
})

test.each([
  ['s3://shop-pictures', {}, 'https://shop-pictures.s3.ap-south-1.amazonaws.com/'],
  ['s3://shop-pictures/men/2026/', {}, 'https://shop-pictures.s3.ap-south-1.amazonaws.com/men/2026/'],
  ['s3://pictures.example.com', {}, 'https://s3.ap-south-1.amazonaws.com/pictures.example.com/'],
  ['s3://shop/a', { AWS_ENDPOINT_URL_S3: 'http://localhost:9000/' }, 'http://localhost:9000/shop/a/'],
  ['s3://shop/a', { AWS_ENDPOINT_URL: 'https://objects.example/s3' }, 'https://objects.example/s3/shop/a/'],
])('%s %j lies at %s', (STORAGE_URL, more, address) => {
  expect(readBucketSettings({ ...AT_AMAZON, ...more, STORAGE_URL })).toMatchObject({ address, region: 'ap-south-1' })
})

test('a service with an endpoint of its own needs no region', () => {
  const settings = { ...KEYS, STORAGE_URL: 's3://shop', AWS_ENDPOINT_URL_S3: 'https://objects.example' }
  expect(readBucketSettings(settings)).toMatchObject({ region: 'us-east-1' })
})

test.each([
  [{ STORAGE_URL: 'https://shop' }, 'STORAGE_URL'],
  [{ STORAGE_URL: 's3://' }, 'STORAGE_URL'],
  [{ STORAGE_URL: 's3://Shop_Pictures' }, 'STORAGE_URL'],
  [{ STORAGE_URL: 's3://user:secret@shop' }, 'STORAGE_URL'],
  [{ STORAGE_URL: 's3://shop/../other' }, 'STORAGE_URL'],
  [{ STORAGE_URL: 's3://shop/a//b' }, 'STORAGE_URL'],
  [{ STORAGE_URL: 's3://shop/a?acl' }, 'STORAGE_URL'],
  [{ AWS_ACCESS_KEY_ID: '' }, 'AWS_ACCESS_KEY_ID'],
  [{ AWS_SECRET_ACCESS_KEY: undefined }, 'AWS_SECRET_ACCESS_KEY'],
  [{ AWS_REGION: undefined }, 'AWS_REGION'],
  [{ AWS_ENDPOINT_URL_S3: 'localhost:9000' }, 'AWS_ENDPOINT_URL_S3'],
])('%j stops the start with one line that names the setting', (wrong, name) => {
  const read = () => readBucketSettings({ ...AT_AMAZON, STORAGE_URL: 's3://shop', ...wrong })
  expect(read).toThrow(new RegExp(`^${name} is (wrong|missing): .+\\.$`))
  expect(read).not.toThrow(/secret@/)
})
