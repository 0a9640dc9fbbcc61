import { type BundleInput, type OwnBundle, type OwnCourse, offerLimits } from '@virtual-courses/contract'
import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { z } from 'zod'
import { formatPrice, formatRupees } from '#lib/format.ts'
import { useForm } from '#lib/use-form.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Checkbox, Switch } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { Input, Textarea } from '#ui/input.tsx'
import { toast } from '#ui/toast.ts'

export type BundleCourseChoice = Pick<OwnCourse, '_id' | 'title' | 'price' | 'isPublished'>

type Props = {
  /** null for a new one */
  bundle: OwnBundle | null
  courses: readonly BundleCourseChoice[]
  send: (bundle: z.input<typeof BundleInput>) => Promise<unknown>
  onEnd: () => void
}

/** Form for a bundle. Courses stand in it in the order in which they were chosen. */
export function BundleForm({ bundle, courses, send, onEnd }: Props) {
  const { revalidate } = useRevalidator()
  const form = useForm<{ title: string; description: string; price: string; isPublished: boolean }, 'courseIds'>({
    title: bundle?.title ?? '',
    description: bundle?.description ?? '',
    price: bundle ? String(bundle.price) : '',
    isPublished: bundle?.isPublished ?? true,
  })
  const { values, errors, set } = form
  const [chosen, setChosen] = useState<readonly string[]>(bundle?.courses.map(({ _id }) => _id) ?? [])
  const [busy, setBusy] = useState(false)
  const hydrated = useHydrated()
  const alone = courses.filter(({ _id }) => chosen.includes(_id)).reduce((sum, { price }) => sum + (price ?? 0), 0)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (chosen.length < offerLimits.bundleCourses.least)
      return form.showErrors({ courseIds: 'Choose at least 2 courses' })
    setBusy(true)
    try {
      await send({ ...values, price: Number(values.price), courseIds: [...chosen] })
      toast.success(bundle ? 'Bundle saved' : 'Bundle created')
      await revalidate()
      onEnd()
    } catch (error) {
      const { message, errors: fields } = form.fail(error)
      if (Object.keys(fields).length === 0) toast.error(message)
    }
    setBusy(false)
  }

  return (
    <Card as="section" aria-labelledby="bundle-form">
      <h2 id="bundle-form" className="mb-4 font-sans text-lg font-semibold">
        {bundle ? 'Edit bundle' : 'New bundle'}
      </h2>
      <form ref={form.ref} onSubmit={submit} noValidate className="grid max-w-2xl gap-4">
        <Field label="Title" error={errors.title} required>
          <Input
            name="title"
            value={values.title}
            maxLength={150}
            autoComplete="off"
            onChange={({ target }) => set('title', target.value)}
          />
        </Field>
        <Field label="Description" error={errors.description}>
          <Textarea
            name="description"
            rows={3}
            maxLength={2000}
            value={values.description}
            onChange={({ target }) => set('description', target.value)}
          />
        </Field>
        <fieldset>
          <legend className="mb-1.5 text-sm font-semibold">Courses</legend>
          <ul className="grid max-h-72 gap-1 overflow-y-auto rounded-md border border-line p-3">
            {courses.map(({ _id, title, price, isPublished }) => (
              <li key={_id}>
                <Checkbox
                  checked={chosen.includes(_id)}
                  label={
                    <span className="wrap-anywhere">
                      {title} {!isPublished && <Badge>Draft</Badge>}
                    </span>
                  }
                  aside={formatPrice(price)}
                  onChange={({ target }) => {
                    form.clearError('courseIds')
                    setChosen((before) => (target.checked ? [...before, _id] : before.filter((id) => id !== _id)))
                  }}
                />
              </li>
            ))}
          </ul>
          <p role="status" className="mt-1.5 text-sm text-muted">
            {chosen.length} chosen{alone > 0 && `, ${formatRupees(alone)} alone`}
          </p>
          {errors.courseIds && (
            <p role="alert" className="text-sm font-medium text-danger">
              {errors.courseIds}
            </p>
          )}
        </fieldset>
        <Field label="Price of the bundle" error={errors.price} required>
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
          label="Published"
          hint="Anyone can see and buy it."
          checked={values.isPublished}
          onChange={({ target }) => set('isPublished', target.checked)}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={busy} disabled={!hydrated}>
            {bundle ? 'Save bundle' : 'Create bundle'}
          </Button>
          <Button variant="ghost" onClick={onEnd}>
            Cancel
          </Button>
        </div>
      </form>
    </Card>
  )
}
