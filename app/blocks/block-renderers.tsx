import type { BlockRenderers } from '#app/blocks/block-list.tsx'

import { CardsBlock } from '#app/blocks/cards-block.tsx'
import { CategoryRowBlock } from '#app/blocks/category-row-block.tsx'
import { DividerBlock } from '#app/blocks/divider-block.tsx'
import { HeroBlock } from '#app/blocks/hero-block.tsx'
import { OutfitRowBlock } from '#app/blocks/outfit-row-block.tsx'
import { OutfitBlock, PicturePairBlock, PictureWithTextBlock } from '#app/blocks/picture-blocks.tsx'
import { ProductRowBlock } from '#app/blocks/product-row-block.tsx'
import { StatementBlock } from '#app/blocks/statement-block.tsx'
import { ContactLineBlock, QuestionsBlock, QuotationsBlock, TextBlock } from '#app/blocks/text-blocks.tsx'

/** Every kind of block. */
export const ALL_RENDERERS: Required<BlockRenderers> = {
  hero: ({ fields, products }) => <HeroBlock fields={fields} {...(products && { products })} />,
  statement: (block) => <StatementBlock {...block} />,
  text: (block) => <TextBlock {...block} />,
  productRow: ({ fields, products = [] }) => <ProductRowBlock fields={fields} products={products} />,
  categoryRow: ({ categories = [], ...block }) => <CategoryRowBlock {...block} categories={categories} />,
  pictureWithText: (block) => <PictureWithTextBlock {...block} />,
  picturePair: (block) => <PicturePairBlock {...block} />,
  outfit: ({ products = [], ...block }) => <OutfitBlock {...block} products={products} />,
  outfitRow: ({ outfits = [], ...block }) => <OutfitRowBlock {...block} outfits={outfits} />,
  quotations: ({ quotations = [], ...block }) => <QuotationsBlock {...block} quotations={quotations} />,
  questions: (block) => <QuestionsBlock {...block} />,
  contactLine: ({ care = { phone: '', email: '' }, ...block }) => <ContactLineBlock {...block} care={care} />,
  cards: (block) => <CardsBlock {...block} />,
  divider: () => <DividerBlock />,
}
