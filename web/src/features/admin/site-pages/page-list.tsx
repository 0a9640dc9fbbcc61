import { Trans, useLingui } from '@lingui/react/macro'
import { type api, type ReplyOf, sitePageKinds, sitePagePath } from '@virtual-courses/contract'
import { Link } from 'react-router'
import { useSettings } from '#lib/session/root-data.ts'
import { useFormats } from '#lib/text/format.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { sitePageNames } from '#lib/text/site-page-names.ts'
import { adminPaths } from '#lib/work-paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Card } from '#ui/layout/card.tsx'

/** The pages that a shop must show, with a link to the editor of each language. */
export function SitePageList({ pages }: ReplyOf<typeof api.adminPages.list>) {
  const { t } = useLingui()
  const { formatList } = useFormats()
  const { languages } = useSettings()
  const nameOf = (tag: string) => languages.find((one) => one.tag === tag)?.name ?? tag
  return (
    <Card as="section" flush aria-labelledby="texts">
      <div className="p-5 pb-3 sm:p-6 sm:pb-3">
        <h2 id="texts" className="font-sans text-lg font-semibold tracking-normal">
          <Trans>Texts</Trans>
        </h2>
        <p className="mt-1 max-w-prose text-sm text-muted">
          <Trans>
            Until you publish a text, a default one is shown. The default texts are a start, not legal advice: have them
            checked.
          </Trans>
        </p>
      </div>
      <ul className="divide-y divide-line border-t border-line">
        {sitePageKinds.map((kind) => (
          <li key={kind} className="px-5 py-4 sm:px-6">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <h3 className="font-sans font-semibold tracking-normal">{t(sitePageNames[kind])}</h3>
              <Link
                to={sitePagePath(kind)}
                className="inline-flex min-h-8 items-center text-sm text-link underline underline-offset-4"
              >
                <span dir="ltr">{sitePagePath(kind)}</span>
              </Link>
            </div>
            <ul className="mt-2 grid gap-2">
              {pages
                .filter((page) => page.kind === kind)
                .map(({ language, publishedAt, shownIn, missing }) => (
                  <li key={language} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                    <Link
                      to={adminPaths.page(kind, language)}
                      className="inline-flex min-h-8 items-center font-medium text-link underline underline-offset-4"
                    >
                      <span lang={language}>{nameOf(language)}</span>
                      <span className="sr-only">{`: ${t(sitePageNames[kind])}`}</span>
                    </Link>
                    {publishedAt ? (
                      <Badge tone="success" dot>
                        <Trans>Published</Trans>
                      </Badge>
                    ) : shownIn === language ? (
                      <Badge tone="accent" dot>
                        <Trans>Default text: have it checked</Trans>
                      </Badge>
                    ) : (
                      <Badge>{t`Shown in ${{ language: nameOf(shownIn) }}`}</Badge>
                    )}
                    {publishedAt && <ReaderTime iso={publishedAt} className="text-sm text-muted" />}
                    {missing.length > 0 && shownIn === language && (
                      <p className="basis-full text-sm text-muted wrap-anywhere">
                        {t`Missing: ${{ what: formatList(missing) }}`}
                      </p>
                    )}
                  </li>
                ))}
            </ul>
          </li>
        ))}
      </ul>
    </Card>
  )
}
