import { Trans, useLingui } from '@lingui/react/macro'
import { type NewCoupon, newSubject, offerLimits } from '@virtual-courses/contract'
import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { z } from 'zod'
import { unsavedTexts, useDraft } from '#lib/forms/use-draft.ts'
import { useForm } from '#lib/forms/use-form.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Button } from '#ui/button.tsx'
import { DraftNotice } from '#ui/form/draft-notice.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { Select } from '#ui/form/select.tsx'
import { Card } from '#ui/layout/card.tsx'
import { toast } from '#ui/overlays/toast.ts'
import { couponBody, emptyCoupon } from './coupon-draft.ts'
import type { FindCourses } from './course-finder.tsx'
import { CoursePicker } from './course-picker.tsx'
import { joinIds, useChosenCourses } from './use-chosen-courses.ts'

type Props = {
  /** finds courses that it may be for alone */
  find: FindCourses
  /** "All my courses" */
  everything: string
  send: (coupon: z.input<typeof NewCoupon>) => Promise<unknown>
}

/** Form for a new coupon. */
export function CouponForm({ find, everything, send }: Props) {
  const { t } = useLingui()
  const { revalidate } = useRevalidator()
  const form = useForm<typeof emptyCoupon, 'courseIds'>(emptyCoupon)
  const { values, errors, set } = form
  const { chosen, know } = useChosenCourses(values.courses, find)
  const draft = useDraft(form, { kind: 'coupon', subject: newSubject, version: () => undefined })
  const [busy, setBusy] = useState(false)
  const hydrated = useHydrated()

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (values.scope === 'some' && chosen.length === 0)
      return form.showErrors({ courseIds: t`Choose at least 1 course` })
    setBusy(true)
    try {
      await send(couponBody(values))
      toast.success(t`Coupon created`)
      form.reset()
      draft.drop()
      await revalidate()
    } catch (error) {
      const failed = form.fail(error)
      if (failed.code === 'coupon_taken') form.showErrors({ code: failed.message })
      else toast.error(failed)
    }
    setBusy(false)
  }

  const whole = { type: 'number', inputMode: 'numeric', min: 1, step: 1, placeholder: t`Any number` } as const
  return (
    <Card as="section" aria-labelledby="new-coupon">
      <h2 id="new-coupon" className="mb-4 font-sans text-lg font-semibold">
        <Trans>New coupon</Trans>
      </h2>
      <form ref={form.ref} onSubmit={submit} noValidate className="grid gap-4">
        <DraftNotice draft={draft.shown} when={draft.shown && <ReaderTime iso={draft.shown.at} look="dateTime" />} />
        <Field label={t`Code`} hint={t`4 to 32 letters, digits and hyphens`} error={errors.code} required>
          <Input
            name="code"
            value={values.code}
            maxLength={40}
            autoComplete="off"
            spellCheck={false}
            className="uppercase"
            onChange={({ target }) => set('code', target.value)}
          />
        </Field>
        <div className="grid grid-cols-2 gap-4">
          <Field label={t`Kind`} error={errors.kind}>
            <Select
              name="kind"
              value={values.kind}
              options={[
                { value: 'percent', label: t`Per cent` },
                { value: 'amount', label: t`Rupees` },
              ]}
              onChange={({ target }) => set('kind', target.value)}
            />
          </Field>
          <Field label={values.kind === 'percent' ? t`Per cent off` : t`Rupees off`} error={errors.value} required>
            <Input
              name="value"
              type="number"
              inputMode="decimal"
              min={1}
              step="any"
              value={values.value}
              onChange={({ target }) => set('value', target.value)}
            />
          </Field>
          <Field label={t`Uses in all`} error={errors.maxUses}>
            <Input
              {...whole}
              name="maxUses"
              value={values.maxUses}
              onChange={({ target }) => set('maxUses', target.value)}
            />
          </Field>
          <Field label={t`Uses per student`} error={errors.maxUsesPerUser}>
            <Input
              {...whole}
              name="maxUsesPerUser"
              value={values.maxUsesPerUser}
              onChange={({ target }) => set('maxUsesPerUser', target.value)}
            />
          </Field>
        </div>
        <Field label={t({ message: 'For', context: 'coupon' })}>
          <Select
            name="scope"
            value={values.scope}
            options={[
              { value: 'all', label: everything },
              { value: 'some', label: t`Chosen courses` },
            ]}
            onChange={({ target }) => set('scope', target.value)}
          />
        </Field>
        {values.scope === 'some' && (
          <CoursePicker
            legend={t`Courses`}
            chosen={chosen}
            onChange={(courses) => {
              form.clearError('courseIds')
              know(courses)
              set('courses', joinIds(courses))
            }}
            find={find}
            most={offerLimits.couponCourses}
            error={errors.courseIds}
          />
        )}
        <Field label={t`Lowest price`} hint={t`What is bought must cost at least this.`} error={errors.minPrice}>
          <Input
            name="minPrice"
            type="number"
            inputMode="decimal"
            min={0}
            step="any"
            leading="₹"
            placeholder="0"
            value={values.minPrice}
            onChange={({ target }) => set('minPrice', target.value)}
          />
        </Field>
        <Field label={t`Begins`} error={errors.startsAt}>
          <Input
            name="startsAt"
            type="datetime-local"
            value={values.startsAt}
            onChange={({ target }) => set('startsAt', target.value)}
          />
        </Field>
        <Field label={t`Ends`} error={errors.endsAt}>
          <Input
            name="endsAt"
            type="datetime-local"
            value={values.endsAt}
            onChange={({ target }) => set('endsAt', target.value)}
          />
        </Field>
        <Button type="submit" busy={busy} disabled={!hydrated}>
          <Trans>Create coupon</Trans>
        </Button>
        <p aria-live="polite" className="-mt-2 min-h-5 text-sm text-muted">
          {form.dirty && !busy ? t(unsavedTexts[draft.place]) : ''}
        </p>
      </form>
    </Card>
  )
}
