import { z } from 'zod'

import { FeaturedProduct } from '#contract/catalogue/catalogue.ts'
import type { BlockField } from '#contract/pages-of-blocks/block-fields.ts'
import { BLOCK_KIND_NAMES, fieldsOf, type Block, type BlockKind } from '#contract/pages-of-blocks/block-kinds.ts'
import {
  MAX_BLOCKS,
  MAX_ITEMS,
  MAX_LINE,
  MAX_PAGE_DESCRIPTION,
  MAX_PAGE_TITLE,
  MAX_SLUG,
  PAGE_PLACES,
  SPECIFIED_PAGES,
} from '#contract/pages-of-blocks/page-limits.ts'
import { id, optionalText, pageQuery, sentTime, soughtText, text, time } from '#contract/schemas/basic-schemas.ts'
import { line, matching, shopLink, whole } from '#contract/settings/define-setting.ts'
import { PICTURE_VALUE } from '#contract/settings/shop-pictures.ts'

const lines = (max: number) =>
  z.preprocess((value) => (typeof value === 'string' ? value.replaceAll('\r\n', '\n') : value), optionalText(max))

const picture = matching(PICTURE_VALUE, 'Please choose a picture.')

function valueOf(field: BlockField): z.ZodType {
  switch (field.input) {
    case 'switch':
      return z.boolean({ error: 'On or off.' })
    case 'number':
      return whole(field.min, field.max, field.label.toLowerCase())
    case 'choice':
      return z.enum(field.options, { error: 'Please choose one of these.' })
    case 'products':
      return z.array(id).max(MAX_ITEMS, { error: `At most ${MAX_ITEMS} products.` })
    case 'items':
      return z.array(valuesOf(Object.entries(field.fields))).max(MAX_ITEMS, { error: `At most ${MAX_ITEMS} entries.` })
    case 'link':
      return shopLink
    case 'picture':
      return picture
    case 'text':
    case 'markdown':
      return lines(field.maxLength ?? MAX_LINE)
    default:
      return line(field.maxLength ?? MAX_LINE)
  }
}

/** A field that is not given has its default, so that a kind may get another field. */
const valuesOf = (fields: readonly (readonly [string, BlockField])[]) =>
  z.strictObject(Object.fromEntries(fields.map(([name, field]) => [name, valueOf(field).default(field.default)])))

/** Also the id of the block's heading in the page, so it is one of the specified ones or begins as no other id does. */
const blockId = z
  .string()
  .regex(/^(?:block-[a-z0-9]{6,24}|row-\d\d?|hero|divider|intro|outfits|philosophy|about|pillars|team|closing)$/, {
    error: 'This block has no id.',
  })

const storedBlock = (kind: BlockKind) =>
  z.strictObject({
    id: blockId,
    kind: z.literal(kind),
    isHidden: z.boolean().optional(),
    fields: valuesOf(fieldsOf(kind)),
  })

const [first, ...others] = BLOCK_KIND_NAMES.map(storedBlock) as [
  ReturnType<typeof storedBlock>,
  ...ReturnType<typeof storedBlock>[],
]

/** A block as it is stored. Its sentences are shown beside its fields. */
export const BlockSchema = z.discriminatedUnion('kind', [first, ...others], {
  error: 'There is no such kind of block.',
}) as unknown as z.ZodType<Block, Block>

const blocks = z
  .array(BlockSchema)
  .max(MAX_BLOCKS, { error: `At most ${MAX_BLOCKS} blocks.` })
  .refine((all) => new Set(all.map((block) => block.id)).size === all.length, { error: 'Two blocks have one id.' })

/** A customer's words with four stars or five. */
export const Quotation = z.object({
  text: z.string(),
  name: z.string(),
  rating: z.number(),
  productId: z.string(),
  product: z.string(),
})
export type Quotation = z.infer<typeof Quotation>

/** What a block shows besides its own fields, read when the page was made. */
const Shown = z.object({
  /** The products that it names, in its order; those that are gone are left out. */
  products: z.array(FeaturedProduct).optional(),
  /** Outfits of another page; `id` names their heading there. */
  outfits: z
    .array(z.object({ id: z.string(), heading: z.string(), picture: z.string(), pictureWords: z.string() }))
    .optional(),
  quotations: z.array(Quotation).optional(),
  categories: z
    .array(z.object({ slug: z.string(), name: z.string(), products: z.number().int(), image: z.string() }))
    .optional(),
  care: z.object({ phone: z.string(), email: z.string() }).optional(),
})

/**
 * A block of a page as visitors get it: Markdown is HTML, and links, pictures and products that are gone are left out.
 */
export type ShownBlock = {
  [Kind in BlockKind]: Omit<Extract<Block, { kind: Kind }>, 'isHidden'> & z.infer<typeof Shown>
}[BlockKind]

export const ShownPage = z.object({
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  /**
   * The page is the specified one: the storefront has it already, and `blocks` are those of its blocks that only the
   * server can fill.
   */
  isSpecified: z.boolean(),
  blocks: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(BLOCK_KIND_NAMES),
      fields: z.record(z.string(), z.unknown()),
      ...Shown.shape,
    }),
  ) as unknown as z.ZodType<ShownBlock[], readonly ShownBlock[]>,
})
export type ShownPage = z.infer<typeof ShownPage>

export const PageSlug = z.object({ slug: soughtText(200) })
export const PreviewToken = z.object({ token: soughtText(200) })

/** A page of the shop's own that a menu or the footer links. */
const PageLink = z.object({ slug: z.string(), title: z.string(), place: z.enum(PAGE_PLACES) })
export type PageLink = z.infer<typeof PageLink>

const MenuColumns = z.array(
  z.object({ title: z.string(), links: z.array(z.object({ label: z.string(), to: z.string() })) }),
)
export const SiteMenus = z.object({
  mainMenu: MenuColumns.optional(),
  footerMenu: MenuColumns.optional(),
  popularItems: MenuColumns.optional(),
})
export type SiteMenus = z.infer<typeof SiteMenus>

/** Which of the specified pages are not, or no longer, as the specification has them, and what is linked everywhere. */
export const SitePages = z.object({
  own: z.array(z.enum(SPECIFIED_PAGES)),
  links: z.array(PageLink),
  /** The menus that are not as every shop has them at first, with the links that lead somewhere. */
  menus: SiteMenus,
})
export type SitePages = z.infer<typeof SitePages>

/** Two pages cannot stand at one address; `preview` leads to drafts. */
export const slugTyped = z
  .string({ error: 'Please enter an address.' })
  .max(MAX_SLUG, { error: `At most ${MAX_SLUG} characters.`, abort: true })
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, { error: 'Small letters, digits and hyphens, such as our-cloth.' })
  .refine((slug) => !['home', 'about', 'preview'].includes(slug), { error: 'This address has another use.' })

const title = text(MAX_PAGE_TITLE, 'Please enter a title.')
const description = line(MAX_PAGE_DESCRIPTION)
const place = z.enum(PAGE_PLACES, { error: 'Please choose where the page is linked.' })
const revision = z.number().int().min(0)

/** The blocks are empty; `slug` follows from the title where it is missing. */
export const NewPage = z.strictObject({ title, slug: slugTyped.optional() })
export type NewPage = z.input<typeof NewPage>

/**
 * A draft as the editor sends it; `revision` is that of the draft which it began with. The home page and the one about
 * the house keep their address.
 */
export const DraftChange = z.strictObject({
  revision,
  title,
  description,
  place,
  slug: slugTyped.optional(),
  blocks,
})
export type DraftChange = z.input<typeof DraftChange>

/** What is typed of a page and not saved yet, for its preview. It may have no title so far. */
export const TypedDraft = z.strictObject({ title: optionalText(MAX_PAGE_TITLE), blocks })
export type TypedDraft = z.input<typeof TypedDraft>
export const TypedPage = ShownPage.pick({ title: true, blocks: true })
export type TypedPage = z.infer<typeof TypedPage>

export const PageRevision = z.strictObject({ revision })
/** `at` is missing to publish at once, and null to take back the time that was set. */
export const PagePublishing = z.strictObject({ revision, at: sentTime().nullable().optional() })
export type PagePublishing = z.input<typeof PagePublishing>
/** `version` 0 is the specified page. */
export const BroughtBack = z.strictObject({ revision, version: z.number().int().min(0) })
export type BroughtBack = z.infer<typeof BroughtBack>

export const PageParams = z.object({ pageId: id })
export const PageListQuery = z.strictObject({ ...pageQuery, search: soughtText(100).optional() })
export type PageListQuery = z.input<typeof PageListQuery>

/** A page as the list of pages shows it. */
export const ListedPage = z.object({
  _id: z.string(),
  slug: z.string(),
  /** Of the draft. */
  title: z.string(),
  place,
  isSpecified: z.boolean(),
  /** Visitors can read it. The specified pages always can. */
  isPublished: z.boolean(),
  /** The draft differs from what visitors read. */
  isChanged: z.boolean(),
  publishAt: time.optional(),
  changedAt: time.optional(),
  changedBy: z.string().optional(),
})
export type ListedPage = z.infer<typeof ListedPage>

/** Every page that visitors can read, to link to. */
export const PageNames = z.array(z.object({ slug: z.string(), title: z.string() }))
export type PageNames = z.infer<typeof PageNames>

const PageVersion = z.object({
  version: z.number().int(),
  title: z.string(),
  blocks: z.number().int(),
  publishedAt: time,
  publishedBy: z.string().optional(),
  isCurrent: z.boolean(),
})

/** A page as its editor shows it. */
export const EditedPage = ListedPage.extend({
  description: z.string(),
  blocks: z.array(BlockSchema),
  revision,
  /** The preview's path; whoever has it may read the draft. */
  preview: z.string(),
  /** Newest first. */
  versions: z.array(PageVersion),
})
export type EditedPage = z.infer<typeof EditedPage>

export const PageAnswer = z.object({ message: z.string(), page: EditedPage })
export type PageAnswer = z.infer<typeof PageAnswer>

/** The value of a field with a picture. */
export const BlockPicture = z.object({ value: z.string() })
export type BlockPicture = z.infer<typeof BlockPicture>
