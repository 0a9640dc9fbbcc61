import { Trans, useLingui } from '@lingui/react/macro'
import { type BundleInput, api as calls, newSubject, type OwnBundle, offerLimits } from '@virtual-courses/contract'
import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { z } from 'zod'
import { browserApi } from '#lib/api.ts'
import { unsavedTexts, useDraft } from '#lib/forms/use-draft.ts'
import { useEdit } from '#lib/forms/use-edit.ts'
import { controlText, useForm } from '#lib/forms/use-form.ts'
import { formatRupees } from '#lib/text/format.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Button } from '#ui/button.tsx'
import { ChangedElsewhere } from '#ui/form/changed-elsewhere.tsx'
import { Switch } from '#ui/form/checkbox.tsx'
import { DraftNotice } from '#ui/form/draft-notice.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input, Textarea } from '#ui/form/input.tsx'
import { Card } from '#ui/layout/card.tsx'
import { toast } from '#ui/overlays/toast.ts'
import type { FindCourses } from './course-finder.tsx'
import { CoursePicker } from './course-picker.tsx'
import { joinIds, splitIds, useChosenCourses } from './use-chosen-courses.ts'

type Props = {
  /** null for a new one */
  bundle: OwnBundle | null
  /** finds own courses */
  find: FindCourses
  onEnd: () => void
}

/** `courses` are ids in their order, with spaces between them. */
type BundleDraft = { title: string; description: string; price: string; isPublished: boolean; courses: string }

const newBundle: BundleDraft = { title: '', description: '', price: '', isPublished: true, courses: '' }
const readBundle = (bundle: OwnBundle | null) => ({
  values: bundle
    ? {
        title: bundle.title,
        description: controlText.lines(bundle.description),
        price: String(bundle.price),
        isPublished: bundle.isPublished,
        courses: joinIds(bundle.courses),
      }
    : newBundle,
  version: bundle?.version,
})

function bodyOf({ courses, price, ...texts }: Partial<BundleDraft>): Partial<z.input<typeof BundleInput>> {
  return {
    ...texts,
    ...(price !== undefined && { price: Number(price) }),
    ...(courses !== undefined && { courseIds: splitIds(courses) }),
  }
}

/** Form for a bundle. Courses stand in it in the order in which they were chosen. */
export function BundleForm({ bundle, find, onEnd }: Props) {
  const { t } = useLingui()
  const { revalidate } = useRevalidator()
  const form = useForm<BundleDraft, 'courseIds'>(readBundle(bundle).values)
  const { values, errors, set } = form
  const { chosen, titleOf, know } = useChosenCourses(values.courses, find, bundle?.courses)
  const edit = useEdit<BundleDraft, OwnBundle | null>(form, {
    stored: bundle,
    read: readBundle,
    fetch: async () => {
      const now = await browserApi(calls.ownOffers.ownBundle, { params: { bundleId: bundle?._id ?? '' } })
      know(now.courses)
      return now
    },
    labels: {
      title: t`Title`,
      description: t`Description`,
      price: t`Price`,
      isPublished: t`Publication`,
      courses: t`Courses`,
    },
    show: showValue,
  })
  function showValue(name: keyof BundleDraft, value: string | boolean): string {
    if (typeof value === 'boolean') return value ? t`Published` : t`Draft`
    if (name === 'courses') return splitIds(value).map(titleOf).join('\n')
    return name === 'price' && value !== '' ? formatRupees(Number(value)) : value
  }
  const draft = useDraft(form, { kind: 'bundle', subject: bundle?._id ?? newSubject, version: edit.version })
  const end = () => {
    draft.drop()
    onEnd()
  }
  const [busy, setBusy] = useState(false)
  const hydrated = useHydrated()
  const alone = chosen.reduce((sum, { price }) => sum + (price ?? 0), 0)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (chosen.length < offerLimits.bundleCourses.least)
      return form.showErrors({ courseIds: t`Choose at least 2 courses` })
    setBusy(true)
    try {
      const saved = await edit.save(({ changes, values: all, version }) =>
        bundle
          ? browserApi(calls.ownOffers.editBundle, {
              params: { bundleId: bundle._id },
              body: { ...bodyOf(changes), version },
            })
          : browserApi(calls.ownOffers.createBundle, {
              // all fields of the form
              body: bodyOf(all) as z.input<typeof BundleInput>,
            }),
      )
      if (saved) {
        toast.success(bundle ? t`Bundle saved` : t`Bundle created`)
        draft.drop()
        await revalidate()
        onEnd()
      }
    } catch (error) {
      const failed = form.fail(error)
      if (Object.keys(failed.errors).length === 0) toast.error(failed)
    }
    setBusy(false)
  }

  return (
    <Card as="section" aria-labelledby="bundle-form">
      <h2 id="bundle-form" className="mb-4 font-sans text-lg font-semibold">
        {bundle ? t`Edit bundle` : t`New bundle`}
      </h2>
      <form ref={form.ref} onSubmit={submit} noValidate className="grid max-w-2xl gap-4">
        <DraftNotice draft={draft.shown} when={draft.shown && <ReaderTime iso={draft.shown.at} look="dateTime" />} />
        <Field label={t`Title`} error={errors.title} required>
          <Input
            name="title"
            value={values.title}
            maxLength={150}
            autoComplete="off"
            onChange={({ target }) => set('title', target.value)}
          />
        </Field>
        <Field label={t`Description`} error={errors.description}>
          <Textarea
            name="description"
            rows={3}
            maxLength={2000}
            value={values.description}
            onChange={({ target }) => set('description', target.value)}
          />
        </Field>
        <CoursePicker
          legend={t`Courses`}
          chosen={chosen}
          onChange={(courses) => {
            form.clearError('courseIds')
            know(courses)
            set('courses', joinIds(courses))
          }}
          find={find}
          most={offerLimits.bundleCourses.most}
          error={errors.courseIds}
          aside={
            alone > 0
              ? t`${{ count: chosen.length }} chosen, at most ${{ most: offerLimits.bundleCourses.most }}, ${{ alone: formatRupees(alone) }} alone`
              : undefined
          }
        />
        <Field label={t`Price of the bundle`} error={errors.price} required>
          <Input
            name="price"
            type="number"
            inputMode="decimal"
            min={1}
            step="any"
            leading="₹"
            value={values.price}
            onChange={({ target }) => set('price', target.value)}
          />
        </Field>
        <Switch
          name="isPublished"
          label={t`Published`}
          hint={t`Anyone can see and buy it.`}
          checked={values.isPublished}
          onChange={({ target }) => set('isPublished', target.checked)}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={busy} disabled={!hydrated}>
            {bundle ? t`Save bundle` : t`Create bundle`}
          </Button>
          <Button variant="ghost" onClick={end}>
            <Trans>Cancel</Trans>
          </Button>
          <p aria-live="polite" className="self-center text-sm text-muted">
            {form.dirty && !busy ? t(unsavedTexts[draft.place]) : ''}
          </p>
        </div>
      </form>
      <ChangedElsewhere {...edit.elsewhere} />
    </Card>
  )
}
