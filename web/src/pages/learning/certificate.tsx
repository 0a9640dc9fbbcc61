import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, isolate, type ReplyOf, readSerial } from '@virtual-courses/contract'
import { data, Link, redirect } from 'react-router'
import { inBrowser, onServer, type Reading } from '#app/loaders.ts'
import { CertificateCard } from '#features/certificates/certificate-card.tsx'
import { CertificateFiles } from '#features/certificates/certificate-files.tsx'
import { CertificateNotice } from '#features/certificates/certificate-state.tsx'
import { IssueButton } from '#features/certificates/issue-button.tsx'
import { WithdrawCertificate } from '#features/certificates/withdraw-certificate.tsx'
import { browserApi } from '#lib/api.ts'
import { PageMeta } from '#lib/page-meta.tsx'
import { paths } from '#lib/paths.ts'
import { Container } from '#ui/layout/page-layout.tsx'
import type { Route } from './+types/certificate.ts'

/** A certificate by its number, for anyone; a number that was typed in another way leads to the same page. */
async function load({
  api,
  params,
}: Reading<Route.LoaderArgs['params']>): Promise<ReplyOf<typeof calls.certificates.read>> {
  const serial = readSerial(params.serial)
  if (serial === null) throw data(null, { status: 404 })
  if (serial !== params.serial) throw redirect(paths.certificate(serial), 301)
  return api(calls.certificates.read, { params: { serial } })
}

export const loader = onServer(load)
export { shouldRevalidate } from '#app/loaders.ts'
export const clientLoader = inBrowser(load, { alwaysRead: true })

export default function CertificatePage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { certificate, reader, because, reason } = loaderData
  const { serial, state, name, courseTitle } = certificate
  const title = isolate(courseTitle)
  const person = isolate(name)
  const counts = state === 'valid'
  return (
    <Container width="text">
      <PageMeta
        title={name === '' ? t`Certificate of ${title}` : t`Certificate of ${title}: ${person}`}
        description={
          counts
            ? t`${person} has completed the course ${title}. Anyone can check this certificate here.`
            : t`This certificate does not count any more.`
        }
        canonical={paths.certificate(serial)}
        // it names a person: found by those who have its number, not by searching
        unlisted
        image={counts ? calls.certificates.picture.path.replace(':serial', serial) : undefined}
      />
      <div className="grid gap-6">
        <CertificateNotice certificate={certificate} />
        {reason !== '' && (
          <p className="wrap-anywhere">
            <Trans>
              Reason: <bdi>{reason}</bdi>
            </Trans>
          </p>
        )}
        <CertificateCard certificate={certificate} />
        {counts && <CertificateFiles certificate={certificate} own={reader === 'holder'} />}
        {reader === 'holder' && (
          <p className="text-center text-sm text-muted">
            <Trans>
              A wrong name?{' '}
              <Link to={paths.certificates} className="text-link underline underline-offset-4">
                Correct it on the page of your certificates
              </Link>
            </Trans>
          </p>
        )}
        {(reader === 'educator' || reader === 'admin') && counts && (
          <div className="flex justify-center">
            <WithdrawCertificate serial={serial} by={reader} />
          </div>
        )}
        {reader === 'educator' && state === 'withdrawn' && because === 'educator' && (
          <div className="flex justify-center">
            <IssueButton act={() => browserApi(calls.certificates.reissue, { params: { serial } })}>
              <Trans>Issue a new certificate in its place</Trans>
            </IssueButton>
          </div>
        )}
        <p className="text-center text-sm text-muted">
          <Trans>
            The number and this page are all that is needed to check a certificate. Programs check its signature with
            the verifiable credential.
          </Trans>
        </p>
      </div>
    </Container>
  )
}
