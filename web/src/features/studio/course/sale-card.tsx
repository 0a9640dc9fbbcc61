import { type CourseDetails, api as calls } from '@virtual-courses/contract'
import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { useWholeEdit } from '#lib/forms/use-edit.ts'
import { fieldErrorsOf } from '#lib/forms/use-form.ts'
import { type Formats, formatRupees, useFormats } from '#lib/text/format.ts'
import { messageOfError } from '#lib/text/message-of.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Button } from '#ui/button.tsx'
import { ChangedElsewhere } from '#ui/form/changed-elsewhere.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { Card } from '#ui/layout/card.tsx'
import { toast } from '#ui/overlays/toast.ts'

type Props = { course: Pick<CourseDetails, '_id' | 'price' | 'sale' | 'saleVersion' | 'isPublished'> }

const shown = (price: number | null, endsAt: string, { formatDate }: Formats): string =>
  `${formatRupees(price ?? 0)} until ${formatDate(endsAt, 'dateTime', Intl.DateTimeFormat().resolvedOptions().timeZone)}`

/** A sale price with its end. It is set at once, apart from the form around it. */
export function SaleCard({ course }: Props) {
  const { _id: courseId, price, sale, saleVersion, isPublished } = course
  const formats = useFormats()
  const edit = useWholeEdit()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [low, setLow] = useState('')
  const [end, setEnd] = useState('')
  const first = useRef<HTMLInputElement>(null)
  const hydrated = useHydrated()
  if (!isPublished || price === null || price === 0) return null

  /** `call` resolves to what is said then; null: the user decides later. */
  async function run(call: () => Promise<string | null>) {
    if (busy) return
    setBusy(true)
    try {
      const done = await call()
      setErrors({})
      if (done !== null) {
        toast.success(done)
        setLow('')
        setEnd('')
      }
      await revalidate()
    } catch (error) {
      const fields = fieldErrorsOf(error)
      setErrors(fields)
      if (Object.keys(fields).length === 0) toast.error(messageOfError(error, 'Something went wrong'))
      else first.current?.focus()
    }
    setBusy(false)
  }

  function start() {
    const at = new Date(end)
    const missing = {
      ...(!(Number(low) > 0) && { price: 'Enter the sale price' }),
      ...(Number.isNaN(at.getTime()) && { endsAt: 'Choose when the sale ends' }),
    }
    if (Object.keys(missing).length > 0) return setErrors(missing)
    const body = { price: Number(low), endsAt: at.toISOString() }
    void run(async () => {
      const outcome = await edit.save({
        label: 'Sale',
        version: saleVersion,
        send: (version) => browserApi(calls.ownOffers.setSale, { params: { courseId }, body: { ...body, version } }),
        compare: async () => {
          const now = await browserApi(calls.courses.get, { params: { courseId } })
          const theirs = now.sale ? shown(now.price, now.sale.endsAt, formats) : ''
          return { version: now.saleVersion, mine: shown(body.price, body.endsAt, formats), theirs }
        },
      })
      if (outcome === 'canceled') return null
      return outcome === 'saved' ? 'The sale has begun' : 'The sale is as it was set elsewhere'
    })
  }

  return (
    <Card as="section" aria-labelledby="sale">
      <h2 id="sale" className="font-sans text-lg font-semibold">
        Sale
      </h2>
      {sale ? (
        <>
          <p className="mt-1 mb-4 text-sm text-muted">
            <span>{`${formatRupees(price)} until `}</span>
            <ReaderTime iso={sale.endsAt} look="dateTime" />
            <span>{`, then ${formatRupees(sale.regularPrice)} again. ${sale.struckPrice === null ? 'No former price is shown: there was none above the sale price for long enough.' : `${formatRupees(sale.struckPrice)} is shown struck through: the lowest price of the 30 days before.`} End the sale to change the price.`}</span>
          </p>
          <Button
            variant="secondary"
            block
            busy={busy}
            onClick={() =>
              void run(async () => {
                const outcome = await edit.save({
                  label: 'Sale',
                  version: saleVersion,
                  send: (version) => browserApi(calls.ownOffers.endSale, { params: { courseId }, query: { version } }),
                  compare: async () => {
                    const now = await browserApi(calls.courses.get, { params: { courseId } })
                    return {
                      version: now.saleVersion,
                      mine: '',
                      theirs: now.sale ? shown(now.price, now.sale.endsAt, formats) : '',
                    }
                  },
                })
                if (outcome === 'canceled') return null
                return outcome === 'saved' ? 'The sale has ended' : 'The sale is as it was set elsewhere'
              })
            }
          >
            End the sale
          </Button>
        </>
      ) : (
        <div className="mt-3 grid gap-4">
          <Field label="Sale price" error={errors.price}>
            <Input
              ref={first}
              type="number"
              inputMode="decimal"
              min={1}
              step="any"
              leading="₹"
              value={low}
              onChange={({ target }) => setLow(target.value)}
            />
          </Field>
          <Field label="Ends" hint="1 hour to 60 days from now" error={errors.endsAt}>
            <Input type="datetime-local" value={end} onChange={({ target }) => setEnd(target.value)} />
          </Field>
          <Button variant="secondary" block busy={busy} disabled={!hydrated} onClick={start}>
            Start the sale
          </Button>
        </div>
      )}
      <ChangedElsewhere {...edit.elsewhere} />
    </Card>
  )
}
