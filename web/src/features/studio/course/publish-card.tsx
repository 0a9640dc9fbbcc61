import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { CourseDetails, Lecture } from '@virtual-courses/contract'
import { Circle, CircleArrowRight, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '#lib/paths.ts'
import { useSettings } from '#lib/session/root-data.ts'
import { useFormats } from '#lib/text/format.ts'
import { studioPaths } from '#lib/work-paths.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { copyText } from '#ui/copy-text.ts'
import { cx } from '#ui/cx.ts'
import { Switch } from '#ui/form/checkbox.tsx'
import { Card } from '#ui/layout/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { type CourseDraft, publishingWarning } from './course-draft.ts'
import { type CourseStep, courseSteps, isWhole, publishingNeeds, type StepPlace } from './course-steps.ts'

type Props = {
  values: CourseDraft
  /** The stored course. */
  course: CourseDetails
  lectures: readonly Lecture[]
  /** The course has an image, or one is chosen. */
  picture: boolean
  /** lectures whose videos are being prepared, or could not be */
  unready: ReadonlySet<string>
  /** Leads to a field of the form. */
  onField: (name: (StepPlace & { kind: 'field' })['name']) => void
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

type WayProps = {
  place: StepPlace
  courseId: string
  onField: Props['onField']
  className: string
  children: ReactNode
}

/** Leads to the place where a step is done. */
function Way({ place, courseId, onField, className, children }: WayProps) {
  if (place.kind === 'field')
    return (
      <button type="button" className={className} onClick={() => onField(place.name)}>
        {children}
      </button>
    )
  const to =
    place.kind === 'lectures' ? studioPaths.createLecture(courseId) : paths.editLecture(courseId, place.lectureId)
  return (
    <Link className={className} to={to}>
      {children}
    </Link>
  )
}

type StepRowProps = Pick<WayProps, 'courseId' | 'onField'> & {
  step: CourseStep
  /** the first one that is not done */
  isNext: boolean
}

/** A step with a tick, or with the way to the place where it is done. */
function StepRow({ step, isNext, ...rest }: StepRowProps) {
  const { t } = useLingui()
  const text = t(step.label)
  if (step.done)
    return (
      <li className="flex items-start gap-2">
        <CircleCheck aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-success" />
        <span className="text-muted">
          <Trans>
            <span>{text}</span>
            <span className="sr-only">, done</span>
          </Trans>
        </span>
      </li>
    )
  const Icon = isNext ? CircleArrowRight : Circle
  const look = cx(
    'min-h-6 text-start decoration-1 underline-offset-4 hover:underline',
    isNext && 'font-semibold text-link underline',
  )
  const way = { ...rest, place: step.place, className: look }
  return (
    <li aria-current={isNext ? 'step' : undefined} className="flex items-start gap-2">
      <Icon
        aria-hidden="true"
        className={cx('mt-0.5 size-4.5 shrink-0 rtl:-scale-x-100', isNext ? 'text-link' : 'text-subtle')}
      />
      <span>
        {step.need ? (
          <Trans>
            <Way {...way}>{text}</Way>
            <span className="sr-only">, missing</span>
            <span className="text-muted"> (needed)</span>
          </Trans>
        ) : (
          <Trans>
            <Way {...way}>{text}</Way>
            <span className="sr-only">, missing</span>
          </Trans>
        )}
      </span>
      {isNext && <span className="ms-auto text-muted">{t({ message: 'Next', context: 'step' })}</span>}
    </li>
  )
}

/** Switch for publishing, and what students would miss. The change takes effect with "Save". */
export function PublishCard({ values, course, lectures, picture, unready, onField, onChange }: Props) {
  const { t } = useLingui()
  const { publicUrl, publicPages } = useSettings()
  const { formatList } = useFormats()
  const published = course.isPublished
  const warning = publishingWarning(values, lectures)
  const message = describeChange(values.isPublished, course)
  const steps = courseSteps({ draft: values, picture, lectures, unready, published })
  const next = steps.find(({ done }) => !done)
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
            {steps.map((step) => (
              <StepRow key={step.label.id} step={step} isNext={step === next} courseId={course._id} onField={onField} />
            ))}
          </ul>
        </div>
      ) : null}
      {isWhole(steps) && !published && !message && (
        <p className="mt-3 text-sm text-muted">
          <Trans>Everything is ready: publish it and save.</Trans>
        </p>
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
