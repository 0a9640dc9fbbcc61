import type { Lecture } from '@virtual-courses/contract'
import { Card } from '#ui/card.tsx'
import { Switch } from '#ui/checkbox.tsx'
import { Notice } from '#ui/notice.tsx'
import { type CourseDraft, publishingNeeds, publishingWarning } from './course-draft.ts'

type Props = {
  values: CourseDraft
  /** The stored value. */
  published: boolean
  enrolled: number
  lectures: readonly Lecture[]
  onChange: (published: boolean) => void
}

const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** Returns how "Save" changes the visibility of a course; "" for no change. */
function describeChange(publish: boolean, published: boolean, enrolled: number): string {
  if (publish === published) return ''
  if (publish) return 'Save to publish. Anyone can then find and buy this course.'
  const kept = enrolled > 0 ? ' Enrolled students keep access.' : ''
  return `Save to unpublish. No one can then find or buy this course.${kept}`
}

/** Switch for publishing. The change takes effect with "Save". */
export function PublishCard({ values, published, enrolled, lectures, onChange }: Props) {
  const needs = publishingNeeds(values)
  const warning = publishingWarning(values, lectures)
  const message = describeChange(values.isPublished, published, enrolled)
  return (
    <Card as="section">
      <Switch
        name="isPublished"
        label="Published"
        hint={published ? 'Anyone can see this course.' : 'Only you can see this course.'}
        checked={values.isPublished}
        onChange={({ target }) => onChange(target.checked)}
      />
      <div aria-live="polite">
        {message && (
          <Notice tone={needs.length > 0 && values.isPublished ? 'warning' : 'info'} className="mt-4 text-sm">
            {needs.length > 0 && values.isPublished ? `Before you can publish, add ${list.format(needs)}.` : message}
          </Notice>
        )}
        {warning && (
          <Notice tone="warning" className="mt-4 text-sm">
            {warning}
          </Notice>
        )}
      </div>
      {!message && !published && needs.length > 0 && (
        <p className="mt-3 text-sm text-muted">To publish it, add {list.format(needs)}.</p>
      )}
    </Card>
  )
}
