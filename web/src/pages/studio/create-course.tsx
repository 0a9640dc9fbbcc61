import { useLingui } from '@lingui/react/macro'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { CreateCourseForm } from '#features/studio/course/create-course-form.tsx'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { Container, PageHeader } from '#ui/layout/page-layout.tsx'

const load = guarded('educator', async () => null)

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load)

export default function CreateCoursePage() {
  const { t } = useLingui()
  return (
    <Container width="form">
      <PageMeta title={t`Create Course`} />
      <PageHeader
        title={t`Create Course`}
        text={t`It starts as a draft that only you can see.`}
        back={paths.myCourses}
      />
      <CreateCourseForm />
    </Container>
  )
}
