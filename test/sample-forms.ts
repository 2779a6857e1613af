import { jpegPicture } from '#test/pictures.ts'

interface SampleForm {
  type: string
  bytes: Buffer
}

async function formOf(fields: Record<string, string>, file?: { field: string; name: string; bytes: Buffer }) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (file) form.append(file.field, new Blob([new Uint8Array(file.bytes)]), file.name)
  const request = new Response(form)
  const bytes = Buffer.from(await request.arrayBuffer())
  return { type: request.headers.get('content-type') ?? '', bytes }
}

/** A CSV file as the field `sheet`. */
const csvForm = (text: string) => formOf({}, { field: 'sheet', name: 'a.csv', bytes: Buffer.from(text) })

/** The form of each call that takes one; a product needs the name of a category. */
export async function formsFor(category: string): Promise<Record<string, SampleForm>> {
  const picture = { field: 'images', name: 'a.jpg', bytes: await jpegPicture() }
  const fields = { name: 'A new product', price: '10', category, stock: '1' }
  return {
    'POST /products/createproducts': await formOf(fields, picture),
    'POST /admin/products/import': await csvForm('name,category,price,stock\nA new shirt,None,5,1\n'),
    'POST /admin/customers/import': await csvForm('First Name,Email\nNew,imported@example.com\n'),
    'POST /admin/old-addresses/import': await csvForm('old,new\n/oldest,/about\n'),
    'POST /admin/delivery/import': await csvForm('pin,prepaid,cod,days,fee\n570001,yes,no,3,0\n'),
    'POST /admin/cash/remittance/import': await csvForm('awb,amount\nNOBODYS1,100\n'),
    'POST /order/{orderId}/returns/{returnId}/pictures': await formOf({}, picture),
    'POST /admin/page-pictures': await formOf({}, { ...picture, field: 'picture' }),
    'POST /admin/settings/{name}/picture': await formOf({ revision: '0' }, { ...picture, field: 'picture' }),
    // Earlier calls change the product, so this one has an old revision: it is let through and answered with a
    // conflict.
    'PATCH /admin/products/{id}': await formOf({ change: JSON.stringify({ revision: 0, name: 'Another name' }) }),
  }
}
