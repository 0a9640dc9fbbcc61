import { Trans, useLingui } from '@lingui/react/macro'
import { couponParameter } from '@virtual-courses/contract'
import { type FormEvent, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { Notice } from '#ui/notice.tsx'
import { CouponApplied } from './coupon-note.tsx'
import type { Offer } from './link-code.ts'

export type CouponBoxProps = {
  /** of the code in the address; null without one */
  offer: Offer | null
  /** The user asked for the field. */
  asked: boolean
}

/** The coupon that is applied, and a field for a code, which goes into the address: the page is read again with it. */
export function CouponBox({ offer, asked }: CouponBoxProps) {
  const { t } = useLingui()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const typed = search.get(couponParameter) ?? ''
  const [code, setCode] = useState(typed)

  function show(next: string) {
    const changed = new URLSearchParams(search)
    if (next) changed.set(couponParameter, next)
    else changed.delete(couponParameter)
    void navigate({ search: changed.toString() }, { replace: true, preventScrollReset: true })
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    show(code.trim())
  }

  if (offer?.coupon)
    return (
      <Notice
        tone="success"
        className="text-sm"
        action={
          <Button
            variant="link"
            className="text-sm"
            onClick={() => {
              setCode('')
              show('')
            }}
          >
            <Trans>
              Remove<span className="sr-only"> the coupon</span>
            </Trans>
          </Button>
        }
      >
        <span role="status">
          <CouponApplied offer={offer} />
        </span>
      </Notice>
    )
  return (
    <form onSubmit={submit} noValidate>
      <Field label={t`Coupon code`} error={typed === code.trim() ? offer?.problem : null}>
        <div className="flex gap-2">
          <Input
            name={couponParameter}
            value={code}
            maxLength={40}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            autoFocus={asked}
            className="min-w-0 uppercase"
            onChange={({ target }) => setCode(target.value)}
          />
          <Button type="submit" variant="secondary">
            <Trans>Apply</Trans>
          </Button>
        </div>
      </Field>
    </form>
  )
}
