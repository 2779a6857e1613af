import { useLayoutEffect, useRef, useState, type SubmitEvent } from 'react'

import { AsideForm } from '#app/admin/packing/aside-form.tsx'
import { CameraScan } from '#app/admin/packing/camera-scan.tsx'
import { playSound } from '#app/admin/packing/packing-sounds.ts'
import type { ShipmentDraft } from '#app/admin/orders/shipment-draft.ts'
import { ShipmentForm } from '#app/admin/orders/shipment-form.tsx'
import type { WaitingItem } from '#app/admin/packing/waiting-items.ts'
import { useShop } from '#app/api/use-shop.ts'
import { Button } from '#app/ui/button.tsx'
import { useTask } from '#app/ui/use-task.ts'
import { formatRupees } from '#contract/units/money.ts'
import { checkItem, isPacked, lineInWords } from '#contract/orders/packing-check.ts'
import type { PackingOrder as Order } from '#contract/orders/packing.ts'
import type { HandParcelInput } from '#contract/orders/hand-parcels.ts'
import type { ShipmentInput } from '#contract/orders/shipments.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'

interface PackingOrderProps {
  order: Order
  /** Kept from parcel to parcel, without the number. */
  draft: ShipmentDraft
  onDraft(draft: ShipmentDraft): void
  onPiece(piece: WaitingItem['piece']): void
  /** Opens the order of a scanned slip; false for anything else. */
  onSlip(code: string): boolean
  onAside(reason: string | null): Promise<void>
  onShip(shipment: ShipmentInput | undefined, byHand: HandParcelInput | undefined): Promise<void>
  /** Has the courier service book it. */
  onBook(): Promise<void>
}

/** What was typed or scanned: a code, or the number of a line. */
function pieceOf(order: Order, typed: string): WaitingItem['piece'] {
  const code = typed.trim()
  const line = /^\d{1,2}$/.test(code) ? order.lines[Number(code) - 1] : undefined
  const isCode = order.lines.some(({ sku, barcode }) => sku === code || barcode === code)
  return line && !isCode ? { lineId: line._id } : { code }
}

/** One order on the table: its pieces are checked off, then its parcel gets a courier and a number. */
export function PackingOrder({ order, draft, onDraft, onPiece, onSlip, onAside, onShip, onBook }: PackingOrderProps) {
  const { booksParcels } = useShop()
  const { isBusy: isBooking, run } = useTask()
  const [typed, setTyped] = useState('')
  const [news, setNews] = useState<{ text: string; isWrong: boolean }>()
  const scan = useRef<HTMLInputElement>(null)
  const isDone = isPacked(order.lines)
  const isAside = order.aside !== null
  useLayoutEffect(() => {
    if (!isDone && !isAside) scan.current?.focus()
  }, [isDone, isAside])

  function check(piece: WaitingItem['piece']) {
    const checked = checkItem(order.lines, piece)
    if ('refusal' in checked) {
      playSound('wrong')
      setNews({ text: checked.refusal, isWrong: true })
      return
    }
    playSound('right')
    setNews({ text: `${lineInWords(checked.line)} is packed.`, isWrong: false })
    onPiece(piece)
  }

  /** The camera reads a piece, and the number of the parcel once all pieces are in it. */
  function checkSeen(code: string) {
    const isPiece = order.lines.some(({ sku, barcode }) => sku === code || barcode === code)
    if (!isDone || isPiece) return check({ code })
    playSound('right')
    setNews({ text: `The number of the parcel is ${code}.`, isWrong: false })
    return onDraft({ ...draft, trackingNumber: code })
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (typed.trim() !== '' && !onSlip(typed)) check(pieceOf(order, typed))
    setTyped('')
  }

  return (
    <section aria-label={`Order #${shortIdOf(order._id)}`} className="mt-6 grid gap-5 lg:grid-cols-[1.4fr_1fr]">
      <div className="grid min-w-0 content-start gap-4">
        <h2 className="text-lg font-bold wrap-anywhere">{`#${shortIdOf(order._id)} ${order.name}, ${order.city}`}</h2>
        {order.cashToCollect !== undefined && (
          <p className="font-semibold">{`Cash: ${formatRupees(order.cashToCollect)}`}</p>
        )}
        <form onSubmit={submit} className="grid gap-2">
          <label className="field-label" htmlFor="packing-scan">
            Scan a piece, or type its number below
          </label>
          <input
            ref={scan}
            id="packing-scan"
            className="input"
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="done"
            maxLength={60}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </form>
        <CameraScan onCode={checkSeen} />
        <p role={news?.isWrong ? 'alert' : 'status'} className={news?.isWrong ? 'field-error' : 'field-hint'}>
          {news?.text}
        </p>
        <ol className="grid gap-2">
          {order.lines.map((line, index) => (
            <li key={line._id} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2">
              <span className="tabular-nums text-muted">{index + 1}</span>
              <span className="min-w-0 flex-1 wrap-anywhere">
                <span className="block font-semibold">{lineInWords(line)}</span>
                <code className="text-sm text-muted">{line.sku ?? ''}</code>
                {line.storagePlace !== null && <span className="ms-3 text-sm">{line.storagePlace}</span>}
                {line.surplus > 0 && (
                  <span className="field-error block">{`Cancelled: take ${line.surplus} out of the parcel again.`}</span>
                )}
              </span>
              <span className="font-semibold tabular-nums">{`${line.packed} of ${line.quantity}`}</span>
              <Button
                variant="outline"
                isSmall
                disabled={line.packed === line.quantity}
                onClick={() => check({ lineId: line._id })}
                aria-label={`Check off one ${lineInWords(line)}`}
              >
                Check off
              </Button>
            </li>
          ))}
        </ol>
        <AsideForm order={order} onAside={onAside} />
      </div>
      {isDone && !isAside && (
        // A scanned number ends with Enter, which ships.
        <ShipmentForm
          draft={draft}
          onDraft={onDraft}
          focusOn={['trackingNumber', 'courier']}
          onSend={onShip}
          buttons={(isBusy) => (
            <>
              {booksParcels && (
                <Button variant="outline" isPending={isBusy || isBooking} onClick={() => void run(onBook)}>
                  Book parcel
                </Button>
              )}
              <Button type="submit" isPending={isBusy}>
                Ship
              </Button>
            </>
          )}
        >
          <p className="font-semibold">All pieces are packed.</p>
          <a
            className="btn btn-outline"
            href={`/api/admin/packing/${order._id}/papers`}
            target="_blank"
            rel="noreferrer"
          >
            Print the papers (PDF)
          </a>
        </ShipmentForm>
      )}
    </section>
  )
}
