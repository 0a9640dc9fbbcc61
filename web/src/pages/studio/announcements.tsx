import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, isolate, type ReplyOf } from '@virtual-courses/contract'
import { Megaphone } from 'lucide-react'
import { useNavigate, useNavigation } from 'react-router'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { AnnounceForm } from '#features/studio/announcements/announce-form.tsx'
import { OwnAnnouncements } from '#features/studio/announcements/own-announcements.tsx'
import { placeName, placesBeside, readPlace } from '#lib/list-place.ts'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { studioPaths } from '#lib/work-paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Card } from '#ui/layout/card.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Container, PageHeader } from '#ui/layout/page-layout.tsx'
import { Pagination } from '#ui/layout/pagination.tsx'
import type { Route } from './+types/announcements.ts'
import { ownCourse } from './own-course.ts'
import { StudioError } from './studio-error.tsx'

const title = msg`Announcements`

type Data = {
  course: { _id: string; title: string; language: string }
  answer: ReplyOf<typeof calls.announcements.ofCourse>
}

const load = guarded<Route.LoaderArgs['params'], Data>('educator', async (reading) => {
  const at = readPlace(reading.url.searchParams)
  const [{ _id, title, language }, answer] = await Promise.all([
    ownCourse(reading),
    reading.api(calls.announcements.ofCourse, { params: reading.params, query: { ...(at && { cursor: at }) } }),
  ])
  return { course: { _id, title, language }, answer }
})

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load, { alwaysRead: true })

/** The announcements to a course: writing one, and those that were sent. */
export default function AnnouncementsPage({ loaderData: { course, answer } }: Route.ComponentProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { location } = useNavigation()
  const own = studioPaths.announcements(course._id)
  const { announcements, nextOne = { students: 0, at: null } } = answer
  const hrefFor = (place: string) => `${own}${place && `?${new URLSearchParams({ [placeName]: place })}`}`
  return (
    <Container>
      <PageMeta title={t`Announcements to ${{ title: isolate(course.title) }}`} />
      <PageHeader
        title={t(title)}
        text={<span {...writtenIn(course.language)}>{course.title}</span>}
        back={paths.myCourses}
        actions={
          <ButtonLink to={paths.learn(course._id)} variant="secondary">
            <Trans>Go to the course</Trans>
          </ButtonLink>
        }
      />
      <AnnounceForm
        key={course._id}
        courseId={course._id}
        next={nextOne}
        // the new one is on the first page
        onSent={() => void navigate(own, { preventScrollReset: true })}
      />
      <h2 className="mt-8 mb-4 font-sans text-lg">
        <Trans>Sent announcements</Trans>
      </h2>
      <div
        aria-busy={location?.pathname === own}
        className={cx('transition-opacity', location?.pathname === own && 'opacity-60')}
      >
        {announcements.length === 0 ? (
          <Card>
            <EmptyState
              as="h3"
              icon={<Megaphone />}
              title={t`Nothing was announced yet`}
              text={t`Tell your students what is new: a lecture, a date, a correction. They find it in the course and get a notification and a mail.`}
            />
          </Card>
        ) : (
          <OwnAnnouncements announcements={announcements} language={course.language} />
        )}
      </div>
      <div className="mt-8">
        <Pagination {...placesBeside(answer, hrefFor)} />
      </div>
    </Container>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { t } = useLingui()
  return <StudioError error={error} title={t(title)} back={paths.myCourses} />
}
