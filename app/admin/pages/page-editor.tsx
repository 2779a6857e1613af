import { useEffect, useRef, useState } from 'react'

import { AddBlock } from '#app/admin/pages/add-block.tsx'
import { BlockEditor } from '#app/admin/pages/block-editor.tsx'
import { LinkChoices, type LinkPlaces } from '#app/admin/pages/link-choices.tsx'
import { PageFacts } from '#app/admin/pages/page-facts.tsx'
import { PageVersions } from '#app/admin/pages/page-versions.tsx'
import { PreviewFrame } from '#app/admin/pages/preview-frame.tsx'
import { PublishTime } from '#app/admin/pages/publish-time.tsx'
import { SaveBar } from '#app/admin/pages/save-bar.tsx'
import { useDraft } from '#app/admin/pages/use-draft.ts'
import { usePageCalls } from '#app/admin/pages/use-page-calls.ts'
import { focusAfterRender } from '#app/admin/shell/focus-after-render.ts'
import { useDragOrder } from '#app/admin/shell/use-drag-order.ts'
import { useUnsavedChangesWarning } from '#app/admin/shell/use-unsaved-changes-warning.ts'
import { useShop } from '#app/api/use-shop.ts'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import type { EditedPage } from '#contract/pages-of-blocks/pages.ts'

/** A page with its blocks and their preview. What is typed stays until the draft is saved. */
export function PageEditor({ first, places }: { first: EditedPage; places: LinkPlaces }) {
  const [openId, setOpenId] = useState<string>()
  const { publicUrl } = useShop()
  const state = useDraft(first)
  const { page, failure, isBusy, save, publish, unpublish, bringBack, renewPreview } = usePageCalls(first, state)
  const { draft, isChanged } = state
  const { list, target, handleOf } = useDragOrder<HTMLOListElement>((from, to) => {
    const block = draft.blocks[from]
    if (block) state.move(block.id, to)
  })
  const errors = failure?.fields ?? {}
  // The button of a toast outlives the rendering that made it.
  const latest = useRef(state)
  useEffect(() => {
    latest.current = state
  })
  const preview = useRef<HTMLElement>(null)
  useUnsavedChangesWarning(() => latest.current.isChanged)

  return (
    <div className="mt-6 grid min-w-0 grid-cols-[minmax(0,1fr)] items-start gap-8 xl:grid-cols-2">
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6">
        <ErrorSummary failure={failure} />
        <section aria-labelledby="page-blocks" data-rows>
          <h2 id="page-blocks" className="heading heading-3 mb-4">
            Blocks
          </h2>
          <ol ref={list} className="grid gap-3">
            {draft.blocks.map((block, index) => (
              <BlockEditor
                key={block.id}
                block={block}
                index={index}
                count={draft.blocks.length}
                state={state}
                errors={errors}
                places={places}
                isOpen={openId === block.id}
                isTarget={target === index}
                handle={handleOf(index)}
                onToggle={() => setOpenId(openId === block.id ? undefined : block.id)}
                onUndo={(step) => latest.current.undo(step)}
              />
            ))}
          </ol>
          <div className="mt-4">
            <AddBlock
              onAdd={(kind) => {
                const id = state.add(kind)
                setOpenId(id)
                focusAfterRender(`#edit-${id}`)
              }}
            />
          </div>
        </section>
        <PageFacts state={state} isSpecified={page.isSpecified} errors={errors} />
        <PublishTime page={page} isBusy={isBusy} onPublish={publish} onUnpublish={unpublish} />
        <PageVersions page={page} isBusy={isBusy} onBringBack={bringBack} />
        <LinkChoices {...places} />
        <SaveBar
          isChanged={isChanged}
          isBusy={isBusy}
          canUndo={state.canUndo}
          onUndo={() => state.undo()}
          onSave={save}
          onPublish={() => publish()}
          onShowPreview={() => preview.current?.scrollIntoView()}
        />
      </div>
      <section ref={preview} className="min-w-0 scroll-mt-20 xl:sticky xl:top-6" aria-label="Preview">
        <PreviewFrame
          path={page.preview}
          typed={draft}
          isChanged={isChanged}
          publicUrl={publicUrl}
          isBusy={isBusy}
          onRenew={renewPreview}
        />
      </section>
    </div>
  )
}
