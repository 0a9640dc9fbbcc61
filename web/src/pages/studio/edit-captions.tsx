import { isolate } from '@virtual-courses/contract'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { StreamVideo } from '#features/lectures/stream-video.tsx'
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
export const clientLoader = inBrowser(load)

export default function EditCaptionsPage({ loaderData: { course, lecture, language, label } }: Route.ComponentProps) {
  const hydrated = useHydrated()
  return (
    <Container>
      <PageMeta title={`Captions of ${isolate(lecture.lectureTitle)}`} />
      <PageHeader
        title={`Captions in ${label}`}
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
        <Spinner className="min-h-60 justify-center" label="Loading the captions" />
      )}
    </Container>
  )
}

export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  return <StudioError error={error} title="Captions" back={paths.editLecture(params.courseId, params.lectureId)} />
}
