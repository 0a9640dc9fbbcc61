import { categories, levels } from '@virtual-courses/contract'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { Textarea } from '#ui/textarea.tsx'
import type { CourseDraft } from './course-draft.ts'
import type { Faults } from './course-faults.ts'

type Props = {
  draft: CourseDraft
  faults: Faults<CourseDraft>
  onEdit: <Name extends keyof CourseDraft>(name: Name, value: CourseDraft[Name]) => void
}

const optionsOf = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

/** What buyers read about a course, and what it costs. */
export function CourseFields({ draft, faults, onEdit }: Props) {
  return (
    <>
      <Field label="Title" required error={faults.title}>
        <Input
          name="title"
          value={draft.title}
          autoComplete="off"
          onChange={({ target }) => onEdit('title', target.value)}
        />
      </Field>
      <Field label="Subtitle" hint="One sentence: what will people be able to do?" error={faults.subTitle}>
        <Input
          name="subTitle"
          value={draft.subTitle}
          autoComplete="off"
          onChange={({ target }) => onEdit('subTitle', target.value)}
        />
      </Field>
      <Field label="Description" error={faults.description}>
        <Textarea
          name="description"
          rows={6}
          value={draft.description}
          onChange={({ target }) => onEdit('description', target.value)}
        />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
        <Field label="Category" error={faults.category}>
          <Select
            name="category"
            value={draft.category}
            {...(draft.category === '' && { placeholder: 'Select a category' })}
            options={optionsOf(categories)}
            onChange={({ target }) => onEdit('category', target.value)}
          />
        </Field>
        <Field label="Level" error={faults.level}>
          <Select
            name="level"
            value={draft.level}
            placeholder="Select a level"
            options={optionsOf(levels)}
            onChange={({ target }) => onEdit('level', target.value)}
          />
        </Field>
        <Field label="Price" error={faults.price} className="sm:max-xl:col-span-2">
          <Input
            name="price"
            type="number"
            inputMode="decimal"
            min={0}
            step="any"
            placeholder="0 is free"
            leading="₹"
            value={draft.price}
            // turning the wheel over a focused number field would change the price unseen
            onWheel={({ currentTarget }) => currentTarget.blur()}
            onChange={({ target }) => onEdit('price', target.value)}
          />
        </Field>
      </div>
    </>
  )
}
