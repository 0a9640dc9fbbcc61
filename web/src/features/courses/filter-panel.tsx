import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type Category, type CourseLanguage, categories, courseLanguages, levels } from '@virtual-courses/contract'
import { type FormEvent, useId } from 'react'
import { samePage } from '#lib/navigation/same-page.ts'
import { categoryNames, levelNames } from '#lib/text/labels.ts'
import { courseLanguageNames } from '#lib/text/language-names.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { useEarlyChoice } from '#ui/early-press.ts'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { Select } from '#ui/form/select.tsx'
import {
  activeFilters,
  type CataloguePlace,
  type CatalogueQuery,
  readCatalogueQuery,
  withoutFilters,
} from './catalogue-query.ts'

type Props = {
  /** of the form, for controls beside it that belong to it */
  id?: string
  query: CatalogueQuery
  /** published courses by category, without regard to the filters */
  counts: Record<string, number>
  /** languages in which there are courses */
  languages: readonly CourseLanguage[]
  place: CataloguePlace
  onChange: (query: CatalogueQuery) => void
  /** offers to remove all filters */
  clear?: boolean
}

const lengths = [
  { value: 'short', label: msg`Under 1 hour` },
  { value: 'medium', label: msg`1 to 3 hours` },
  { value: 'long', label: msg`3 hours or more` },
]
const ratings = [
  { value: '4', label: msg`4.0 and up` },
  { value: '3', label: msg`3.0 and up` },
]
const prices = [
  { value: 'free', label: msg({ message: 'Free', context: 'price' }) },
  { value: 'paid', label: msg({ message: 'Paid', context: 'price' }) },
]

const typed = new Set(['minPrice', 'maxPrice'])

/**
 * The filters of the list; each change shows at once. Without scripts it is a form with a button, whose fields have the names of the
 * address.
 */
export function FilterPanel({ id, query, counts, languages, place, onChange, clear = true }: Props) {
  const { t } = useLingui()
  const named = (options: typeof lengths) => options.map(({ value, label }) => ({ value, label: t(label) }))
  const apply = (fields: FormData, priceTyped = false) => {
    if (priceTyped && fields.get('price') === 'free') fields.delete('price')
    const search = new URLSearchParams([...fields].map(([name, value]): [string, string] => [name, String(value)]))
    onChange({ ...readCatalogueQuery(search), text: query.text, sort: query.sort, at: '' })
  }
  const change = ({ target, currentTarget }: FormEvent<HTMLFormElement>) => {
    // what is typed counts when it is complete
    if (!(target instanceof HTMLInputElement && typed.has(target.name))) apply(new FormData(currentTarget))
  }
  const priceLeft = (before: number | null) => (event: { currentTarget: HTMLInputElement }) => {
    const { form, value } = event.currentTarget
    if (form && value !== (before === null ? '' : String(before))) apply(new FormData(form), true)
  }
  const offered = (Object.keys(courseLanguages) as CourseLanguage[]) // keys of a literal object
    .filter((language) => languages.includes(language) || language === query.language)
    .map((value) => ({ value, label: t(courseLanguageNames[value]) }))
  const range = [
    { name: 'minPrice', label: t`Lowest price in rupees`, placeholder: t`₹ from`, value: query.minPrice },
    { name: 'maxPrice', label: t`Highest price in rupees`, placeholder: t`₹ to`, value: query.maxPrice },
  ]

  const early = useEarlyChoice(useId(), (fields) => fields instanceof FormData && apply(fields, true))

  return (
    <form
      {...early}
      id={id}
      action={place.root}
      className="grid gap-5"
      // React has no change event of a form's own: those of its controls arrive here
      onChange={change}
      onSubmit={(event) => {
        event.preventDefault()
        apply(new FormData(event.currentTarget), true)
      }}
    >
      {query.text && <input type="hidden" name="text" value={query.text} />}
      <fieldset>
        <legend className="mb-2 font-semibold">
          <Trans>Category</Trans>
        </legend>
        <div className="grid gap-1">
          {categories.map((category: Category) => (
            <Checkbox
              key={category}
              name="category"
              value={category}
              label={t(categoryNames[category])}
              aside={counts[category] ?? 0}
              checked={query.category.includes(category)}
              onChange={ignore}
            />
          ))}
        </div>
      </fieldset>
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 text-sm font-semibold">
          <Trans>Price</Trans>
        </legend>
        <Select
          name="price"
          aria-label={t`Price`}
          value={query.price ?? ''}
          placeholder={t`Any price`}
          options={named(prices)}
          onChange={ignore}
        />
        <div className="grid grid-cols-2 gap-2">
          {range.map(({ name, label, placeholder, value }) => (
            <Input
              key={`${name} ${value}`}
              name={name}
              aria-label={label}
              placeholder={placeholder}
              // without the buttons of a number field, which leave no room for the number
              inputMode="decimal"
              maxLength={10}
              autoComplete="off"
              defaultValue={value ?? ''}
              onBlur={priceLeft(value)}
            />
          ))}
        </div>
      </fieldset>
      <Field label={t`Rating`}>
        <Select
          name="rating"
          value={query.rating ?? ''}
          placeholder={t`Any rating`}
          options={named(ratings)}
          onChange={ignore}
        />
      </Field>
      <Field label={t`Length`}>
        <Select
          name="length"
          value={query.length ?? ''}
          placeholder={t`Any length`}
          options={named(lengths)}
          onChange={ignore}
        />
      </Field>
      <Field label={t`Level`}>
        <Select
          name="level"
          value={query.level ?? ''}
          placeholder={t`All levels`}
          options={levels.map((level) => ({ value: level, label: t(levelNames[level]) }))}
          onChange={ignore}
        />
      </Field>
      {(offered.length > 1 || query.language) && (
        <Field label={t`Language`}>
          <Select
            name="language"
            value={query.language ?? ''}
            placeholder={t`Any language`}
            options={offered}
            onChange={ignore}
          />
        </Field>
      )}
      <div className="hidden noscript:grid">
        <Button type="submit">
          <Trans>Apply filters</Trans>
        </Button>
      </div>
      {clear && activeFilters(query) > 0 && (
        <ButtonLink to={place.addressOf(withoutFilters(query))} state={samePage} variant="secondary">
          <Trans>Clear all</Trans>
        </ButtonLink>
      )}
    </form>
  )
}

/** The form is notified of each change. */
const ignore = () => {}
