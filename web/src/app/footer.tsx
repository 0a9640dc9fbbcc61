import { Trans, useLingui } from '@lingui/react/macro'
import { sitePageKinds, sitePagePath } from '@virtual-courses/contract'
import { Link } from 'react-router'
import { catalogueLinks } from '#lib/catalogue-links.ts'
import { paths } from '#lib/paths.ts'
import { useSettings, useViewer } from '#lib/session/root-data.ts'
import { storeCategories } from '#lib/store-categories.ts'
import { categoryNames } from '#lib/text/labels.ts'
import { sitePageNames } from '#lib/text/site-page-names.ts'
import { Logo } from '#ui/logo.tsx'
import { ThemeSwitch } from '#ui/theme-switch.tsx'
import { LanguageSwitch } from './language-switch.tsx'

const link =
  'inline-flex min-h-8 min-w-6 items-center rounded-sm text-on-night-muted underline-offset-4 transition-colors hover:text-on-night hover:underline'

type Props = { /** leads to the public catalogue */ isPublic: boolean }

export function Footer({ isPublic }: Props) {
  const { t } = useLingui()
  const { siteName, supportAddress } = useSettings()
  const viewer = useViewer()
  const catalogue = catalogueLinks(isPublic)
  const quickLinks = [
    { label: t`Home`, to: paths.home },
    { label: t`Courses`, to: catalogue.all },
    ...(viewer ? [] : [{ label: t`Login`, to: paths.login }]),
    { label: t`My Profile`, to: paths.profile },
  ]
  return (
    <footer className="bg-night text-on-night">
      <div className="shell grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-10 pt-14 pb-10 sm:grid-cols-2 lg:grid-cols-[1.4fr_1fr_1fr_1.8fr]">
        <div className="max-w-sm min-w-0 sm:col-span-2 lg:col-span-1">
          <Logo name={siteName} tone="night" className="max-w-full" />
          <p className="mt-4 text-on-night-muted">{t`By people who do the work. Buy once, keep for life.`}</p>
        </div>
        <nav aria-labelledby="quick-links">
          <h2 id="quick-links" className="font-sans text-base font-semibold tracking-normal">
            <Trans>Quick links</Trans>
          </h2>
          <ul className="mt-3 grid gap-1">
            {quickLinks.map(({ label, to }) => (
              <li key={label}>
                <Link to={to} className={link}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <nav aria-labelledby="footer-help">
          <h2 id="footer-help" className="font-sans text-base font-semibold tracking-normal">
            <Trans>Help and terms</Trans>
          </h2>
          <ul className="mt-3 grid gap-1">
            {sitePageKinds.map((kind) => (
              <li key={kind}>
                <Link to={sitePagePath(kind)} className={link}>
                  {t(sitePageNames[kind])}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <nav aria-labelledby="footer-categories" className="sm:max-lg:col-span-2">
          <h2 id="footer-categories" className="font-sans text-base font-semibold tracking-normal">
            <Trans>Categories</Trans>
          </h2>
          <ul className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(8rem,50%-1.5rem)),1fr))] gap-x-6 gap-y-1">
            {storeCategories.map((category) => (
              <li key={category}>
                <Link to={catalogue.category(category)} className={link}>
                  {t(categoryNames[category])}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <div className="shell flex flex-wrap items-center justify-between gap-4 border-t border-night-line py-6 text-sm text-on-night-muted">
        <p className="min-w-0 wrap-anywhere">
          <bdi>{siteName}</bdi>
          {supportAddress && (
            <>
              <span>{' · '}</span>
              <Trans>
                Help:{' '}
                <a href={`mailto:${supportAddress}`} className={link}>
                  {supportAddress}
                </a>
              </Trans>
            </>
          )}
        </p>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <LanguageSwitch tone="night" />
          <ThemeSwitch />
        </div>
      </div>
    </footer>
  )
}
