import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
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

/** Returns how "Save" changes the visibility of a course; null for no change. */
function describeChange(publish: boolean, { isPublished, enrolledCount }: CourseDetails): MessageDescriptor | null {
  if (publish === isPublished) return null
  if (publish) return msg`Save to publish. Anyone can then find and buy this course.`
  return enrolledCount > 0
    ? msg`Save to unpublish. No one can then find or buy this course. Enrolled students keep access.`
    : msg`Save to unpublish. No one can then find or buy this course.`
}

function StepText({ text, done, needed }: { text: string; done: boolean; needed: boolean }) {
  if (done)
    return (
      <Trans>
        <span>{text}</span>
        <span className="sr-only">, done</span>
      </Trans>
    )
  return needed ? (
    <Trans>
      <span>{text}</span>
      <span className="sr-only">, missing</span>
      <span className="text-muted"> (needed)</span>
    </Trans>
  ) : (
    <Trans>
      <span>{text}</span>
      <span className="sr-only">, missing</span>
    </Trans>
  )
}

/** Switch for publishing, and what students would miss. The change takes effect with "Save". */
export function PublishCard({ values, course, lectures, picture, onChange }: Props) {
  const { t } = useLingui()
  const { publicUrl, publicPages } = useSettings()
  const { formatList } = useFormats()
  const published = course.isPublished
  const warning = publishingWarning(values, lectures)
  const message = describeChange(values.isPublished, course)
  const steps = publishingChecklist(values, { lectures, picture })
  const needs = publishingNeeds(steps)
  const missing = steps.filter(({ done }) => !done).length
  const total = steps.length
  const finished = total - missing
  const page = publicPages ? paths.publicCourse(course) : paths.course(course._id)
  return (
    <Card as="section">
      <Switch
        name="isPublished"
        label={t`Published`}
        hint={published ? t`Anyone can see this course.` : t`Only you can see this course.`}
        checked={values.isPublished}
        onChange={({ target }) => onChange(target.checked)}
      />
      <div aria-live="polite">
        {message && (
          <Notice tone={needs.length > 0 && values.isPublished ? 'warning' : 'info'} className="mt-4 text-sm">
            {needs.length > 0 && values.isPublished
              ? t`Before you can publish, add ${{ list: formatList(needs.map((need) => t(need))) }}.`
              : t(message)}
          </Notice>
        )}
        {warning && (
          <Notice tone="warning" className="mt-4 text-sm">
            {t(warning)}
          </Notice>
        )}
      </div>
      {missing > 0 ? (
        <div className="mt-4">
          <h3 className="text-sm font-semibold">
            {published ? (
              <Trans>
                <span>Students still miss </span>
                <span className="font-normal text-muted">{`${missing} of ${total}`}</span>
              </Trans>
            ) : (
              <Trans>
                <span>Before you publish </span>
                <span className="font-normal text-muted">{`${finished} of ${total}`}</span>
              </Trans>
            )}
          </h3>
          <ul className="mt-2 grid gap-1.5 text-sm">
            {steps.map(({ label, done, need }) => (
              <li key={label.id} className="flex items-start gap-2">
                {done ? (
                  <CircleCheck aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-success" />
                ) : (
                  <Circle aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-subtle" />
                )}
                <span className={done ? 'text-muted' : undefined}>
                  <StepText text={t(label)} done={done} needed={need !== undefined} />
                </span>
              </li>
            ))}
          </ul>
        </div>
      ) : (
        !published &&
        !message && (
          <p className="mt-3 text-sm text-muted">
            <Trans>Everything is ready: publish it and save.</Trans>
          </p>
        )
      )}
      {published && !message && (
        <div className="mt-4 flex flex-wrap gap-2">
          <ButtonLink to={paths.course(course._id)} size="sm" variant="secondary">
            <Trans>Open its page</Trans>
          </ButtonLink>
          <Button size="sm" variant="ghost" onClick={() => void copyText(publicUrl + page, t`Link copied`)}>
            <Trans>Copy its link</Trans>
          </Button>
        </div>
      )}
    </Card>
  )
}
