import { z } from 'zod'

/** What is left of the demo catalogue. */
export const DemoFacts = z.object({ products: z.number().int() })
export type DemoFacts = z.infer<typeof DemoFacts>

/** `products` is how many went. */
export const DemoAnswer = z.object({ message: z.string(), products: z.number().int() })
export type DemoAnswer = z.infer<typeof DemoAnswer>
