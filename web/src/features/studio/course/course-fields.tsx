import { useLingui } from '@lingui/react/macro'
import { categories, coursePointLimits, levels } from '@virtual-courses/contract'
import type { FieldErrors } from '#lib/forms/use-form.ts'
import { categoryNames, levelNames } from '#lib/text/labels.ts'
import { courseLanguageNames } from '#lib/text/language-names.ts'
import { Field } from '#ui/form/field.tsx'
import { Input, Textarea } from '#ui/form/input.tsx'
import { Select } from '#ui/form/select.tsx'
import type { CourseDraft } from './course-draft.ts'

type Props = {
  values: CourseDraft
  errors: FieldErrors<keyof CourseDraft>
  /** a sale runs: the price is its price */
  onSale: boolean
  set: <Name extends keyof CourseDraft>(name: Name, value: CourseDraft[Name]) => void
}

const eachLine = `One point in each line, at most ${coursePointLimits.lines}.`
const points = [
  { name: 'outcomes', label: 'What students will learn', hint: eachLine, rows: 5 },
  {
    name: 'requirements',
    label: 'Requirements',
    hint: `${eachLine} Empty shows that no experience is needed.`,
    rows: 3,
  },
  { name: 'audience', label: 'Who this course is for', hint: `${eachLine} Empty shows general sentences.`, rows: 3 },
] as const

/** Fields of a course: texts, points, category, level, language and price. */
export function CourseFields({ values, errors, onSale, set }: Props) {
  const { t } = useLingui()
  return (
    <>
      <Field label="Title" required error={errors.title}>
        <Input
          name="title"
          value={values.title}
          autoComplete="off"
          onChange={({ target }) => set('title', target.value)}
        />
      </Field>
      <Field label="Subtitle" hint="One sentence: what will people be able to do?" error={errors.subTitle}>
        <Input
          name="subTitle"
          value={values.subTitle}
          autoComplete="off"
          onChange={({ target }) => set('subTitle', target.value)}
        />
      </Field>
      <Field label="Description" error={errors.description}>
        <Textarea
          name="description"
          rows={6}
          value={values.description}
          onChange={({ target }) => set('description', target.value)}
        />
      </Field>
      {points.map(({ name, label, hint, rows }) => (
        <Field key={name} label={label} hint={hint} error={errors[name]}>
          <Textarea name={name} rows={rows} value={values[name]} onChange={({ target }) => set(name, target.value)} />
        </Field>
      ))}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Category" error={errors.category}>
          <Select
            name="category"
            value={values.category}
            {...(values.category === '' && { placeholder: 'Select a category' })}
            options={categories.map((value) => ({ value, label: t(categoryNames[value]) }))}
            onChange={({ target }) => set('category', target.value)}
          />
        </Field>
        <Field label="Level" error={errors.level}>
          <Select
            name="level"
            value={values.level}
            placeholder="Select a level"
            options={levels.map((value) => ({ value, label: t(levelNames[value]) }))}
            onChange={({ target }) => set('level', target.value)}
          />
        </Field>
        <Field label="Language" hint="In which it is taught" error={errors.language}>
          <Select
            name="language"
            value={values.language}
            options={Object.entries(courseLanguageNames).map(([value, name]) => ({ value, label: t(name) }))}
            onChange={({ target }) => set('language', target.value)}
          />
        </Field>
        <Field label="Price" hint={onSale ? 'The price of the running sale' : undefined} error={errors.price}>
          <Input
            name="price"
            type="number"
            inputMode="decimal"
            min={0}
            step="any"
            placeholder="0 is free"
            leading="₹"
            value={values.price}
            readOnly={onSale}
            // scrolling over a focused number field would change the price
            onWheel={({ currentTarget }) => currentTarget.blur()}
            onChange={({ target }) => set('price', target.value)}
          />
        </Field>
      </div>
    </>
  )
}
