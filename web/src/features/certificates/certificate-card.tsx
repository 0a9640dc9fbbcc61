import { Trans, useLingui } from '@lingui/react/macro'
import type { Certificate } from '@virtual-courses/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '#lib/paths.ts'
import { useSettings } from '#lib/session/root-data.ts'
import { usePersonName } from '#lib/text/person-name.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { writtenIn } from '#lib/text/written-in.ts'
import { cx } from '#ui/cx.ts'
import { LogoMark } from '#ui/logo.tsx'

const Detail = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="font-semibold wrap-anywhere">{children}</dd>
  </div>
)

/** A certificate as a sheet. */
export function CertificateCard({ certificate }: { certificate: Certificate }) {
  const { t } = useLingui()
  const { siteName, publicPages } = useSettings()
  const educator = usePersonName()(certificate.educatorName)
  const { name, courseTitle, courseLanguage, courseId, state } = certificate
  const course = <span {...writtenIn(courseLanguage)}>{courseTitle}</span>
  return (
    <article
      className={cx(
        'rounded-lg border-2 border-primary bg-surface p-1.5 shadow-card',
        state !== 'valid' && 'border-line-strong',
      )}
    >
      <div className="grid justify-items-center gap-3 rounded-md border border-line px-5 py-8 text-center sm:px-10 sm:py-12">
        <LogoMark className="size-12" />
        <p {...writtenIn()} className="text-sm text-muted">
          {siteName}
        </p>
        <h1 className="text-3xl text-link">{t`Certificate of completion`}</h1>
        {name !== '' && (
          <>
            <p className="mt-2 text-muted">{t`This is to certify that`}</p>
            <p {...writtenIn()} className="font-display text-4xl font-bold tracking-tight wrap-anywhere">
              {name}
            </p>
          </>
        )}
        <p className="text-muted">{name === '' ? t`For the course` : t`has completed the course`}</p>
        <p className="text-2xl font-semibold wrap-anywhere">
          {courseId === null ? (
            course
          ) : (
            <Link
              to={publicPages ? paths.publicCourse({ _id: courseId, title: courseTitle }) : paths.course(courseId)}
              className="underline decoration-1 underline-offset-4 hover:decoration-2"
            >
              {course}
            </Link>
          )}
        </p>
        <p className="text-muted wrap-anywhere">
          <Trans>
            taught by <bdi>{educator}</bdi>
          </Trans>
        </p>
        <ul className="mt-3 flex flex-wrap justify-center gap-x-5 gap-y-1 text-sm text-muted">
          {certificate.required.map((one) => (
            <li key={one.kind}>{one.text}</li>
          ))}
        </ul>
        <dl className="mt-6 flex w-full flex-wrap justify-evenly gap-x-6 gap-y-4 border-t border-line pt-6">
          <Detail name={t`Completed on`}>
            <ReaderTime iso={certificate.completedAt} look="date" />
          </Detail>
          <Detail name={t`Issued on`}>
            <ReaderTime iso={certificate.issuedAt} look="date" />
          </Detail>
          <Detail name={t`Number`}>
            <span className="tabular whitespace-nowrap">{certificate.serial}</span>
          </Detail>
        </dl>
      </div>
    </article>
  )
}
