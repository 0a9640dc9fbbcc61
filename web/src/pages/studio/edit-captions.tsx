import { useLingui } from '@lingui/react/macro'
import { isolate } from '@virtual-courses/contract'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { StreamVideo } from '#features/lectures/stream-video.tsx'
import { useCaptionLanguages } from '#features/studio/captions/caption-languages.ts'
import { CaptionsEditor } from '#features/studio/captions-editor/captions-editor.tsx'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Container, PageHeader } from '#ui/layout/page-layout.tsx'
import { Spinner } from '#ui/spinner.tsx'
import type { Route } from './+types/edit-captions.ts'
import { ownLectureCaptions } from './own-course.ts'
import { StudioError } from './studio-error.tsx'

const load = guarded('educator', ownLectureCaptions)

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load, { alwaysRead: true })

export default function EditCaptionsPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { course, lecture, language } = loaderData
  const { labelOf } = useCaptionLanguages()
  const label = loaderData.label ?? labelOf(language)
  const hydrated = useHydrated()
  return (
    <Container>
      <PageMeta title={t`Captions of ${{ lectureTitle: isolate(lecture.lectureTitle) }}`} />
      <PageHeader
        title={t`Captions in ${label}`}
        text={<span {...writtenIn(course.language)}>{lecture.lectureTitle}</span>}
        back={paths.editLecture(course._id, lecture._id)}
      />
      {hydrated ? (
        <CaptionsEditor
          key={`${lecture._id} ${language}`}
          lecture={lecture}
          language={language}
          label={label}
          Video={StreamVideo}
        />
      ) : (
        <Spinner className="min-h-60 justify-center" label={t`Loading the captions`} />
      )}
    </Container>
  )
}

export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  const { t } = useLingui()
  return <StudioError error={error} title={t`Captions`} back={paths.editLecture(params.courseId, params.lectureId)} />
}
