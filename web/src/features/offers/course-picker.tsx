import { Trans, useLingui } from '@lingui/react/macro'
import { isolate } from '@virtual-courses/contract'
import { X } from 'lucide-react'
import { useFormats } from '#lib/text/format.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { Badge } from '#ui/badge.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { CourseFinder, type FindCourses, type OfferedCourse } from './course-finder.tsx'

type Props = {
  legend: string
  /** in the order in which they were chosen */
  chosen: readonly OfferedCourse[]
  onChange: (chosen: readonly OfferedCourse[]) => void
  find: FindCourses
  /** maximum number */
  most: number
  error?: string | undefined
  /** replaces the number of those that are chosen */
  aside?: string | undefined
}

/** Chooses courses among any number of them: what is chosen stands above, what is found below. */
export function CoursePicker({ legend, chosen, onChange, find, most, error, aside }: Props) {
  const { t } = useLingui()
  const { formatPrice } = useFormats()
  const without = (id: string) => chosen.filter(({ _id }) => _id !== id)
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-semibold">{legend}</legend>
      {chosen.length > 0 && (
        <ul aria-label={t`Chosen courses`} className="mb-2 flex flex-wrap gap-2">
          {chosen.map(({ _id, title }) => (
            <li key={_id} className="flex max-w-full items-center rounded-full bg-tint ps-3 text-sm">
              <span {...writtenIn()} className="truncate">
                {title}
              </span>
              <button
                type="button"
                aria-label={t`Remove ${{ title: isolate(title) }}`}
                onClick={() => onChange(without(_id))}
                className="grid size-8 shrink-0 place-items-center rounded-full text-muted hover:text-ink"
              >
                <X aria-hidden="true" className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <CourseFinder
        find={find}
        row={(course) => {
          const checked = chosen.some(({ _id }) => _id === course._id)
          return (
            <Checkbox
              checked={checked}
              disabled={!checked && chosen.length >= most}
              label={
                <span className="wrap-anywhere">
                  <bdi>{course.title}</bdi>
                  <span> </span>
                  {course.isPublished === false && (
                    <Badge>
                      <Trans>Draft</Trans>
                    </Badge>
                  )}
                </span>
              }
              aside={course.price === undefined ? undefined : formatPrice(course.price)}
              onChange={({ target }) => onChange(target.checked ? [...chosen, course] : without(course._id))}
            />
          )
        }}
      />
      <p role="status" className="mt-1.5 text-sm text-muted">
        {aside ?? t`${{ count: chosen.length }} chosen, at most ${most}`}
      </p>
      {error && (
        <p role="alert" className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}
