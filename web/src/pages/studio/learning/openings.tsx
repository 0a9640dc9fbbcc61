import { Trans, useLingui } from '@lingui/react/macro'
import {
  type CourseDetails,
  api as calls,
  type ImaginedStudent,
  isolate,
  maxOpeningDays,
} from '@virtual-courses/contract'
import { ClipboardList, Eye, Lock, LockOpen } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { groupLectures } from '#features/lectures/section-group.tsx'
import {
  type Opened,
  OpeningDialog,
  type Openings,
  savedOf,
  useOpeningWords,
} from '#features/studio/openings/opening-dialog.tsx'
import { PageMeta } from '#lib/page-meta.tsx'
import { writtenIn } from '#lib/text/written-in.ts'
import { studioPaths } from '#lib/work-paths.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Field } from '#ui/form/field.tsx'
import { Input } from '#ui/form/input.tsx'
import { Card } from '#ui/layout/card.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Container, PageHeader } from '#ui/layout/page-layout.tsx'
import { ownCourse } from '../own-course.ts'
import { StudioError } from '../studio-error.tsx'
import type { Route } from './+types/openings.ts'

type Data = { course: CourseDetails; openings: Openings; student: ImaginedStudent }

const load = guarded<Route.LoaderArgs['params'], Data>('educator', async (reading) => {
  const asked = Number(reading.url.searchParams.get('days') ?? 0)
  const days = Number.isInteger(asked) && asked >= 0 && asked <= maxOpeningDays ? asked : 0
  const isDiligent = reading.url.searchParams.get('done') === 'all'
  const [course, openings] = await Promise.all([
    ownCourse(reading),
    reading.api(calls.openings.read, {
      params: { courseId: reading.params.courseId },
      query: { days, diligent: isDiligent },
    }),
  ])
  return { course, openings, student: { days, isDiligent } }
})

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load, { alwaysRead: true })

type RowProps = { of: Opened; zone: string; onChange: () => void; closed: string | undefined; language: string }

function OpeningRow({ of, zone, onChange, closed, language }: RowProps) {
  const { t } = useLingui()
  const say = useOpeningWords(zone)
  const { title, opens, kind } = of
  return (
    <div
      className={
        kind === 'section' ? 'flex items-center gap-3 bg-tint px-5 py-2.5' : 'flex items-center gap-3 px-5 py-2.5'
      }
    >
      <div className="min-w-0 flex-1">
        <p {...writtenIn(language)} className={kind === 'section' ? 'font-semibold wrap-anywhere' : 'wrap-anywhere'}>
          {title}
        </p>
        <p className="text-sm text-muted">{say(opens)}</p>
        {kind === 'lecture' && (
          <p className="mt-0.5 flex items-start gap-1.5 text-sm">
            {closed === undefined ? (
              <LockOpen aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-success" />
            ) : (
              <Lock aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
            )}
            <span>{closed ?? t`Open to this student`}</span>
          </p>
        )}
      </div>
      <Button
        variant="secondary"
        size="sm"
        aria-label={t`Change when “${{ title: isolate(title) }}” opens`}
        onClick={onChange}
      >
        <Trans>Change</Trans>
      </Button>
    </div>
  )
}

/** When sections and entries of a course open, and what is open to a student who enrolled some days ago. */
export default function OpeningsPage({ loaderData: { course, openings, student } }: Route.ComponentProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<Opened | null>(null)
  const [asked, setAsked] = useState(String(student.days))
  const [isDiligent, setDiligent] = useState(student.isDiligent)
  const closed = new Map(openings.closed.map(({ lectureId, opening }) => [lectureId, opening.sentence]))
  const groups = groupLectures(course.lectures, course.sections)

  function look(event: FormEvent) {
    event.preventDefault()
    const wanted = Math.min(maxOpeningDays, Math.max(0, Math.round(Number(asked) || 0)))
    setAsked(String(wanted))
    void navigate(studioPaths.openings(course._id, { days: wanted, isDiligent }), { preventScrollReset: true })
  }

  const row = (kind: Opened['kind'], id: string, title: string) => {
    const of = { kind, id, title, ...savedOf(openings, kind, id) }
    return (
      <OpeningRow
        of={of}
        zone={openings.zone}
        closed={kind === 'lecture' ? closed.get(id) : undefined}
        language={course.language}
        onChange={() => setChosen(of)}
      />
    )
  }

  return (
    <Container width="text">
      <PageMeta title={t`When the lectures of ${{ title: isolate(course.title) }} open`} />
      <PageHeader
        title={t`When lectures open`}
        text={<span {...writtenIn(course.language)}>{course.title}</span>}
        back={studioPaths.createLecture(course._id)}
      />
      {course.lectures.length === 0 ? (
        <Card>
          <EmptyState
            as="h2"
            icon={<ClipboardList />}
            title={t`No lectures yet`}
            text={t`Add lectures first. Then choose here when each of them opens.`}
            action={
              <ButtonLink to={studioPaths.createLecture(course._id)}>
                <Trans>Edit the lectures</Trans>
              </ButtonLink>
            }
          />
        </Card>
      ) : (
        <div className="grid gap-6">
          <form onSubmit={look} noValidate className="flex flex-wrap items-end gap-3">
            <Field label={t`As a student sees it who enrolled so many days ago`}>
              <Input
                type="number"
                name="days"
                min={0}
                max={maxOpeningDays}
                value={asked}
                onChange={({ target }) => setAsked(target.value)}
              />
            </Field>
            <Checkbox
              name="done"
              className="mb-3.5"
              checked={isDiligent}
              onChange={({ target }) => setDiligent(target.checked)}
              label={t`Has done all that was open`}
            />
            <Button type="submit" variant="secondary" className="mb-1.5">
              <Trans>Show</Trans>
            </Button>
            <ButtonLink
              to={studioPaths.asStudent(course._id, student)}
              variant="ghost"
              className="mb-1.5"
              icon={<Eye aria-hidden="true" className="size-4" />}
            >
              <Trans>See the course like this student</Trans>
            </ButtonLink>
          </form>
          <Card as="section" flush aria-label={t`Lectures`}>
            {groups.map((group) => (
              <div key={group.section?._id ?? ''} className="border-line not-first:border-t">
                {group.section && row('section', group.section._id, group.section.title)}
                <ul className="divide-y divide-line">
                  {group.lectures.map((lecture) => (
                    <li key={lecture._id}>{row('lecture', lecture._id, lecture.lectureTitle)}</li>
                  ))}
                </ul>
              </div>
            ))}
          </Card>
        </div>
      )}
      {chosen && (
        <OpeningDialog
          key={chosen.id}
          courseId={course._id}
          of={chosen}
          zone={openings.zone}
          onClose={() => setChosen(null)}
        />
      )}
    </Container>
  )
}

export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  const { t } = useLingui()
  return <StudioError error={error} title={t`When lectures open`} back={studioPaths.createLecture(params.courseId)} />
}
