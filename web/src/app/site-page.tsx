import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, isolate, type ReplyOf, type SitePageKind, sitePagePath } from '@virtual-courses/contract'
import { Link } from 'react-router'
import { PageMeta } from '#lib/page-meta.tsx'
import { useSettings } from '#lib/session/root-data.ts'
import { Markdown } from '#lib/text/lazy-markdown.tsx'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { sitePageNames } from '#lib/text/site-page-names.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { Container, PageHeader } from '#ui/layout/page-layout.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Reading } from './loaders.ts'

/** Returns the load of one of the pages that a shop must show; `?version=` names an earlier version, `&language=` the language of it. */
export const loadSitePage =
  (kind: SitePageKind) =>
  async ({ api, url }: Reading) => {
    const wanted = Number(url.searchParams.get('version') ?? Number.NaN)
    const [language] = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/.exec(url.searchParams.get('language') ?? '') ?? []
    const isVersion = Number.isInteger(wanted) && wanted >= 1 && wanted <= 100_000
    const query = isVersion ? { version: wanted, ...(language && { language }) } : {}
    return { of: isVersion ? language : undefined, page: await api(calls.sitePages.read, { params: { kind }, query }) }
  }

type Props = {
  loaderData: {
    /** language of the version that the address names */
    of: string | undefined
    page: ReplyOf<typeof calls.sitePages.read>
  }
}

/** One of the pages that a shop must show. */
export function SitePage({ loaderData: { of, page } }: Props) {
  const { t, i18n } = useLingui()
  const { siteName, languages, publicPages } = useSettings()
  const { kind, body, language, published, version, current, others } = page
  const address = sitePagePath(kind)
  const name = t(sitePageNames[kind])
  const otherName = language === i18n.locale ? undefined : languages.find(({ tag }) => tag === language)?.name
  return (
    <Container width="text">
      <PageMeta
        title={name}
        description={t`${{ page: name }} of ${{ siteName: isolate(siteName) }}`}
        canonical={publicPages && current ? address : undefined}
        unlisted={!current}
      />
      <PageHeader title={name} text={version && published && <VersionName {...version} />} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {!published && (
          <Notice tone="warning">
            <Trans>This is a general text. Who runs this site has not checked and published it yet.</Trans>
          </Notice>
        )}
        {!current && (
          <Notice tone="warning">
            <Trans>
              This is an earlier version.{' '}
              <Link to={address} className="font-semibold underline underline-offset-4">
                Read the present one
              </Link>
            </Trans>
          </Notice>
        )}
        {otherName && (
          <p className="text-sm text-muted">
            <Trans>
              This text is in <bdi>{otherName}</bdi>.
            </Trans>
          </p>
        )}
        <article {...writtenIn(language)}>
          <Markdown text={body} top={2} />
        </article>
        {others.length > 0 && (
          <details className="border-t border-line pt-4">
            <summary className="w-fit cursor-pointer rounded-sm py-1 text-sm font-semibold text-link">
              <Trans>Other versions</Trans>
            </summary>
            <ul className="mt-2 grid gap-1">
              {others.map(({ number, at }) => (
                <li key={number}>
                  <Link
                    to={`${address}?${new URLSearchParams({ version: String(number), ...(of && { language: of }) })}`}
                    rel="nofollow"
                    className="inline-flex min-h-8 items-center text-sm text-link underline underline-offset-4"
                  >
                    <VersionName number={number} at={at} />
                  </Link>
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </Container>
  )
}

function VersionName({ number, at }: { number: number; at: string }) {
  const { t } = useLingui()
  return (
    <>
      <span>{t`Version ${{ number }}`}</span>
      <span>{' · '}</span>
      <ReaderTime iso={at} />
    </>
  )
}
