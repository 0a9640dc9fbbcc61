import { categories, levels } from '@virtual-courses/contract'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import type { CatalogueQuery } from './catalogue-query.ts'

type Props = {
  query: CatalogueQuery
  /** published courses by category, without regard to the filters */
  counts: Record<string, number>
  onChange: (query: CatalogueQuery) => void
}

const none = { category: [], level: null }

/** The filters of the list; each change shows at once. */
export function FilterPanel({ query, counts, onChange }: Props) {
  const filtered = query.category.length > 0 || query.level !== null
  return (
    <div className="grid gap-7">
      <fieldset>
        <legend className="mb-2 font-semibold">Category</legend>
        <div className="grid gap-1">
          {categories.map((category) => (
            <Checkbox
              key={category}
              name="category"
              value={category}
              label={category}
              aside={counts[category] ?? 0}
              checked={query.category.includes(category)}
              onChange={({ target }) => {
                const others = query.category.filter((one) => one !== category)
                onChange({ ...query, at: '', category: target.checked ? [...others, category] : others })
              }}
            />
          ))}
        </div>
      </fieldset>
      <Field label="Level">
        <Select
          name="level"
          value={query.level ?? ''}
          placeholder="All levels"
          options={levels.map((level) => ({ value: level, label: level }))}
          onChange={({ target }) =>
            onChange({ ...query, at: '', level: levels.find((level) => level === target.value) ?? null })
          }
        />
      </Field>
      {filtered && (
        <Button variant="secondary" onClick={() => onChange({ ...query, ...none, at: '' })}>
          Clear filters
        </Button>
      )}
    </div>
  )
}
