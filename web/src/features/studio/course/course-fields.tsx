import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { categories, coursePointLimits, levels } from '@virtual-courses/contract'
import type { FieldErrors } from '#lib/forms/use-form.ts'
import { categoryNames, levelNames } from '#lib/text/labels.ts'
import { courseLanguageNames } from '#lib/text/language-names.ts'
import { Switch } from '#ui/form/checkbox.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input, Textarea } from '#ui/form/input.tsx'
import { Select } from '#ui/form/select.tsx'
import { type CourseDraft, courseLabels } from './course-draft.ts'

type Props = {
  values: CourseDraft
  errors: FieldErrors<keyof CourseDraft>
  /** a sale runs: the price is its price */
  onSale: boolean
  set: <Name extends keyof CourseDraft>(name: Name, value: CourseDraft[Name]) => void
}

const { lines } = coursePointLimits
const points = [
  {
    name: 'outcomes',
    hint: msg`One point in each line, at most ${lines}.`,
    rows: 5,
  },
  {
    name: 'requirements',
    hint: msg`One point in each line, at most ${lines}. Empty shows that no experience is needed.`,
    rows: 3,
  },
  {
    name: 'audience',
    hint: msg`One point in each line, at most ${lines}. Empty shows general sentences.`,
    rows: 3,
  },
] as const

/** Fields of a course: texts, points, category, level, language, price, and whether it grants a certificate. */
export function CourseFields({ values, errors, onSale, set }: Props) {
  const { t } = useLingui()
  const labels = courseLabels((label) => t(label))
  return (
    <>
      <Field label={labels.title} required error={errors.title}>
        <Input
          name="title"
          value={values.title}
          autoComplete="off"
          onChange={({ target }) => set('title', target.value)}
        />
      </Field>
      <Field label={labels.subTitle} hint={t`One sentence: what will people be able to do?`} error={errors.subTitle}>
        <Input
          name="subTitle"
          value={values.subTitle}
          autoComplete="off"
          onChange={({ target }) => set('subTitle', target.value)}
        />
      </Field>
      <Field label={labels.description} error={errors.description}>
        <Textarea
          name="description"
          rows={6}
          value={values.description}
          onChange={({ target }) => set('description', target.value)}
        />
      </Field>
      {points.map(({ name, hint, rows }) => (
        <Field key={name} label={labels[name]} hint={t(hint)} error={errors[name]}>
          <Textarea name={name} rows={rows} value={values[name]} onChange={({ target }) => set(name, target.value)} />
        </Field>
      ))}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={labels.category} error={errors.category}>
          <Select
            name="category"
            value={values.category}
            {...(values.category === '' && { placeholder: t`Select a category` })}
            options={categories.map((value) => ({ value, label: t(categoryNames[value]) }))}
            onChange={({ target }) => set('category', target.value)}
          />
        </Field>
        <Field label={labels.level} error={errors.level}>
          <Select
            name="level"
            value={values.level}
            placeholder={t`Select a level`}
            options={levels.map((value) => ({ value, label: t(levelNames[value]) }))}
            onChange={({ target }) => set('level', target.value)}
          />
        </Field>
        <Field label={labels.language} hint={t`In which it is taught`} error={errors.language}>
          <Select
            name="language"
            value={values.language}
            options={Object.entries(courseLanguageNames).map(([value, name]) => ({ value, label: t(name) }))}
            onChange={({ target }) => set('language', target.value)}
          />
        </Field>
        <Field label={labels.price} hint={onSale ? t`The price of the running sale` : undefined} error={errors.price}>
          <Input
            name="price"
            type="number"
            inputMode="decimal"
            min={0}
            step="any"
            placeholder={t`0 is free`}
            leading="₹"
            value={values.price}
            readOnly={onSale}
            // scrolling over a focused number field would change the price
            onWheel={({ currentTarget }) => currentTarget.blur()}
            onChange={({ target }) => set('price', target.value)}
          />
        </Field>
      </div>
      <Switch
        name="certificate"
        label={labels.certificate}
        hint={t`Students who complete the course get a certificate that anyone can check.`}
        checked={values.certificate}
        onChange={({ target }) => set('certificate', target.checked)}
      />
    </>
  )
}
