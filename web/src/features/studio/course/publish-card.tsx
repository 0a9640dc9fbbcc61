import type { CourseDetails, Lecture } from '@virtual-courses/contract'
import { Circle, CircleCheck } from 'lucide-react'
import { paths } from '#lib/paths.ts'
import { useSettings } from '#lib/session/root-data.ts'
import { useFormats } from '#lib/text/format.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { copyText } from '#ui/copy-text.ts'
import { Switch } from '#ui/form/checkbox.tsx'
import { Card } from '#ui/layout/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { type CourseDraft, publishingChecklist, publishingNeeds, publishingWarning } from './course-draft.ts'

type Props = {
  values: CourseDraft
  /** The stored course. */
  course: CourseDetails
  lectures: readonly Lecture[]
  /** The course has an image, or one is chosen. */
  picture: boolean
  onChange: (published: boolean) => void
}

/** Returns how "Save" changes the visibility of a course; "" for no change. */
function describeChange(publish: boolean, { isPublished, enrolledCount }: CourseDetails): string {
  if (publish === isPublished) return ''
  if (publish) return 'Save to publish. Anyone can then find and buy this course.'
  const kept = enrolledCount > 0 ? ' Enrolled students keep access.' : ''
  return `Save to unpublish. No one can then find or buy this course.${kept}`
}

/** Switch for publishing, and what students would miss. The change takes effect with "Save". */
export function PublishCard({ values, course, lectures, picture, onChange }: Props) {
  const { publicUrl, publicPages } = useSettings()
  const { formatList } = useFormats()
  const published = course.isPublished
  const warning = publishingWarning(values, lectures)
  const message = describeChange(values.isPublished, course)
  const steps = publishingChecklist(values, { lectures, picture })
  const needs = publishingNeeds(steps)
  const missing = steps.filter(({ done }) => !done).length
  const page = publicPages ? paths.publicCourse(course) : paths.course(course._id)
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
            {needs.length > 0 && values.isPublished ? `Before you can publish, add ${formatList(needs)}.` : message}
          </Notice>
        )}
        {warning && (
          <Notice tone="warning" className="mt-4 text-sm">
            {warning}
          </Notice>
        )}
      </div>
      {missing > 0 ? (
        <div className="mt-4">
          <h3 className="text-sm font-semibold">
            <span>{`${published ? 'Students still miss' : 'Before you publish'} `}</span>
            <span className="font-normal text-muted">
              {published ? `${missing} of ${steps.length}` : `${steps.length - missing} of ${steps.length}`}
            </span>
          </h3>
          <ul className="mt-2 grid gap-1.5 text-sm">
            {steps.map(({ label, done, needed }) => (
              <li key={label} className="flex items-start gap-2">
                {done ? (
                  <CircleCheck aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-success" />
                ) : (
                  <Circle aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-subtle" />
                )}
                <span className={done ? 'text-muted' : undefined}>
                  <span>{label}</span>
                  <span className="sr-only">{done ? ', done' : ', missing'}</span>
                  {needed && !done && <span className="text-muted"> (needed)</span>}
                </span>
              </li>
            ))}
          </ul>
        </div>
      ) : (
        !published && !message && <p className="mt-3 text-sm text-muted">Everything is ready: publish it and save.</p>
      )}
      {published && !message && (
        <div className="mt-4 flex flex-wrap gap-2">
          <ButtonLink to={paths.course(course._id)} size="sm" variant="secondary">
            Open its page
          </ButtonLink>
          <Button size="sm" variant="ghost" onClick={() => void copyText(publicUrl + page, 'Link copied')}>
            Copy its link
          </Button>
        </div>
      )}
    </Card>
  )
}
