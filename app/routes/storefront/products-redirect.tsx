import { redirect } from 'react-router'

export const loader = () => redirect('/getproducts', 301)
export const clientLoader = () => redirect('/getproducts')

/** `/products` is where the cart's 'Continue Shopping' once led; the list lives at `/getproducts`. */
export default function ProductsRedirect() {
  return null
}
