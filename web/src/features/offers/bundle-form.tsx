import { type BundleInput, type OwnBundle, offerLimits } from '@virtual-courses/contract'
import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { z } from 'zod'
import { formatRupees } from '#lib/format.ts'
import { useForm } from '#lib/use-form.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Switch } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { Input, Textarea } from '#ui/input.tsx'
import { toast } from '#ui/toast.ts'
import type { FindCourses, OfferedCourse } from './course-finder.tsx'
import { CoursePicker } from './course-picker.tsx'

type Props = {
  /** null for a new one */
  bundle: OwnBundle | null
  /** finds own courses */
  find: FindCourses
  send: (bundle: z.input<typeof BundleInput>) => Promise<unknown>
  onEnd: () => void
}

/** Form for a bundle. Courses stand in it in the order in which they were chosen. */
export function BundleForm({ bundle, find, send, onEnd }: Props) {
  const { revalidate } = useRevalidator()
  const form = useForm<{ title: string; description: string; price: string; isPublished: boolean }, 'courseIds'>({
    title: bundle?.title ?? '',
    description: bundle?.description ?? '',
    price: bundle ? String(bundle.price) : '',
    isPublished: bundle?.isPublished ?? true,
  })
  const { values, errors, set } = form
  const [chosen, setChosen] = useState<readonly OfferedCourse[]>(bundle?.courses ?? [])
  const [busy, setBusy] = useState(false)
  const hydrated = useHydrated()
  const alone = chosen.reduce((sum, { price }) => sum + (price ?? 0), 0)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (chosen.length < offerLimits.bundleCourses.least)
      return form.showErrors({ courseIds: 'Choose at least 2 courses' })
    setBusy(true)
    try {
      await send({ ...values, price: Number(values.price), courseIds: chosen.map(({ _id }) => _id) })
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
        <CoursePicker
          legend="Courses"
          chosen={chosen}
          onChange={(courses) => {
            form.clearError('courseIds')
            setChosen(courses)
          }}
          find={find}
          most={offerLimits.bundleCourses.most}
          error={errors.courseIds}
          aside={alone > 0 ? `, ${formatRupees(alone)} alone` : ''}
        />
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
