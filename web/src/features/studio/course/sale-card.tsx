import { Trans, useLingui } from '@lingui/react/macro'
import { type CourseDetails, api as calls } from '@virtual-courses/contract'
import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { useWholeEdit } from '#lib/forms/use-edit.ts'
import { fieldErrorsOf } from '#lib/forms/use-form.ts'
import { formatRupees, useFormats } from '#lib/text/format.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Button } from '#ui/button.tsx'
import { ChangedElsewhere } from '#ui/form/changed-elsewhere.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { Card } from '#ui/layout/card.tsx'
import { toast } from '#ui/overlays/toast.ts'

type Props = { course: Pick<CourseDetails, '_id' | 'price' | 'sale' | 'saleVersion' | 'isPublished'> }

/** A sale price with its end. It is set at once, apart from the form around it. */
export function SaleCard({ course }: Props) {
  const { t } = useLingui()
  const { _id: courseId, price, sale, saleVersion, isPublished } = course
  const { formatDate } = useFormats()
  const edit = useWholeEdit()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [low, setLow] = useState('')
  const [end, setEnd] = useState('')
  const first = useRef<HTMLInputElement>(null)
  const hydrated = useHydrated()
  if (!isPublished || price === null || price === 0) return null

  const [current, regular, struck] = [price, sale?.regularPrice, sale?.struckPrice].map((one) => formatRupees(one ?? 0))
  const shown = (low: number | null, endsAt: string): string =>
    t`${{ price: formatRupees(low ?? 0) }} until ${{ end: formatDate(endsAt, 'dateTime', Intl.DateTimeFormat().resolvedOptions().timeZone) }}`

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
      if (Object.keys(fields).length === 0) toast.error(failureOf(error, t`Something went wrong`))
      else first.current?.focus()
    }
    setBusy(false)
  }

  function start() {
    const at = new Date(end)
    const missing = {
      ...(!(Number(low) > 0) && { price: t`Enter the sale price` }),
      ...(Number.isNaN(at.getTime()) && { endsAt: t`Choose when the sale ends` }),
    }
    if (Object.keys(missing).length > 0) return setErrors(missing)
    const body = { price: Number(low), endsAt: at.toISOString() }
    void run(async () => {
      const outcome = await edit.save({
        label: t`Sale`,
        version: saleVersion,
        send: (version) => browserApi(calls.ownOffers.setSale, { params: { courseId }, body: { ...body, version } }),
        compare: async () => {
          const now = await browserApi(calls.courses.get, { params: { courseId } })
          const theirs = now.sale ? shown(now.price, now.sale.endsAt) : ''
          return { version: now.saleVersion, mine: shown(body.price, body.endsAt), theirs }
        },
      })
      if (outcome === 'canceled') return null
      return outcome === 'saved' ? t`The sale has begun` : t`The sale is as it was set elsewhere`
    })
  }

  return (
    <Card as="section" aria-labelledby="sale">
      <h2 id="sale" className="font-sans text-lg font-semibold">
        <Trans>Sale</Trans>
      </h2>
      {sale ? (
        <>
          <p className="mt-1 mb-4 text-sm text-muted">
            {sale.struckPrice === null ? (
              <Trans>
                <span>{`${current} until `}</span>
                <ReaderTime iso={sale.endsAt} look="dateTime" />
                <span>{`, then ${regular} again. No former price is shown: there was none above the sale price for long enough. End the sale to change the price.`}</span>
              </Trans>
            ) : (
              <Trans>
                <span>{`${current} until `}</span>
                <ReaderTime iso={sale.endsAt} look="dateTime" />
                <span>{`, then ${regular} again. ${struck} is shown struck through: the lowest price of the 30 days before. End the sale to change the price.`}</span>
              </Trans>
            )}
          </p>
          <Button
            variant="secondary"
            block
            busy={busy}
            onClick={() =>
              void run(async () => {
                const outcome = await edit.save({
                  label: t`Sale`,
                  version: saleVersion,
                  send: (version) => browserApi(calls.ownOffers.endSale, { params: { courseId }, query: { version } }),
                  compare: async () => {
                    const now = await browserApi(calls.courses.get, { params: { courseId } })
                    return {
                      version: now.saleVersion,
                      mine: '',
                      theirs: now.sale ? shown(now.price, now.sale.endsAt) : '',
                    }
                  },
                })
                if (outcome === 'canceled') return null
                return outcome === 'saved' ? t`The sale has ended` : t`The sale is as it was set elsewhere`
              })
            }
          >
            <Trans>End the sale</Trans>
          </Button>
        </>
      ) : (
        <div className="mt-3 grid gap-4">
          <Field label={t`Sale price`} error={errors.price}>
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
          <Field label={t`Ends`} hint={t`1 hour to 60 days from now`} error={errors.endsAt}>
            <Input type="datetime-local" value={end} onChange={({ target }) => setEnd(target.value)} />
          </Field>
          <Button variant="secondary" block busy={busy} disabled={!hydrated} onClick={start}>
            <Trans>Start the sale</Trans>
          </Button>
        </div>
      )}
      <ChangedElsewhere {...edit.elsewhere} />
    </Card>
  )
}
