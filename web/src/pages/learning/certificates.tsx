import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, isolate } from '@virtual-courses/contract'
import { Award } from 'lucide-react'
import { guarded } from '#app/guards.ts'
import { inBrowser, onServer } from '#app/loaders.ts'
import { IssueButton } from '#features/certificates/issue-button.tsx'
import { OpenCertificates, OwnCertificates } from '#features/certificates/own-certificates.tsx'
import { browserApi } from '#lib/api.ts'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Container, PageHeader } from '#ui/layout/page-layout.tsx'
import type { Route } from './+types/certificates.ts'

const load = guarded('signedIn', async ({ api, viewer }) => ({
  mine: await api(calls.certificates.mine),
  name: viewer.name,
}))

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load, { alwaysRead: true })

/** The own certificates, and the correction of a name. */
export default function Certificates({ loaderData: { mine, name } }: Route.ComponentProps) {
  const { t } = useLingui()
  const { certificates, open } = mine
  const renewable = certificates.filter((one) => one.renewable)
  const present = isolate(name)
  return (
    <Container width="text">
      <PageMeta title={t`Your certificates`} />
      <PageHeader title={t`Your certificates`} back={paths.enrolledCourses} />
      <OpenCertificates open={open} />
      {certificates.length > 0 ? (
        <OwnCertificates certificates={certificates} />
      ) : (
        open.length === 0 && (
          <EmptyState
            icon={<Award />}
            title={t`No certificates yet`}
            text={t`When you complete a course that grants a certificate, it appears here.`}
            action={
              <ButtonLink to={paths.enrolledCourses}>
                <Trans>Go to your courses</Trans>
              </ButtonLink>
            }
          />
        )
      )}
      {renewable.length > 0 && (
        <section className="mt-8">
          <h2 className="text-2xl">{t`Correct your name`}</h2>
          <p className="mt-2 mb-4 text-muted">
            {t`Your account is called ${present} now. A certificate keeps its name; a new one with your present name can take its place, at most three times for each course. The old one will say that it was replaced.`}
          </p>
          <Card flush>
            <ul>
              {renewable.map(({ serial, courseTitle, name: old }) => (
                <li key={serial} className="flex flex-wrap items-center gap-3 border-line px-5 py-4 not-first:border-t">
                  <p className="min-w-0 flex-1 basis-48 wrap-anywhere">
                    <bdi className="font-semibold">{courseTitle}</bdi>
                    <bdi className="block text-sm text-muted">{old}</bdi>
                  </p>
                  <IssueButton act={() => browserApi(calls.certificates.renew, { params: { serial } })}>
                    <Trans>Correct the name</Trans>
                  </IssueButton>
                </li>
              ))}
            </ul>
          </Card>
        </section>
      )}
      <p className="mt-8 text-sm text-muted">{t`If you delete your account, its certificates stop counting and lose your name.`}</p>
    </Container>
  )
}
