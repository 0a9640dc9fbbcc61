import { useLingui } from '@lingui/react'
import { inLanguage, isolate, localeOf } from '@virtual-courses/contract'
import { useSettings } from './session/root-data.ts'
import { readUrl } from './text/read-url.ts'

type Props = {
  title?: string
  description?: string
  /** path of the address that search engines keep for this page; without one, other sites get no preview of it */
  canonical?: string | undefined
  /** search engines follow the page's links but do not list it */
  unlisted?: boolean
  /** path of an image for previews on other sites */
  image?: string | undefined
}

/** Shown in previews of pages without an image of their own. */
const siteImage = '/video/about-poster.webp'

/** Title and description of a page, for browsers, search engines and previews; React moves them to the document's head, on the server too. */
export function PageMeta({ title, description, canonical, unlisted = false, image }: Props) {
  const { siteName, publicUrl, language, languages } = useSettings()
  const { i18n } = useLingui()
  const whole = languages.filter((one) => one.whole)
  const absolute = (path: string) => (readUrl(path) ? path : publicUrl + path)
  return (
    <>
      <title>{title ? `${isolate(title)} · ${isolate(siteName)}` : siteName}</title>
      {description && <meta name="description" content={description} />}
      {unlisted && <meta name="robots" content="noindex,follow" />}
      {canonical && (
        <>
          <link rel="canonical" href={absolute(inLanguage(canonical, i18n.locale, language))} />
          {whole.length > 1 && (
            <>
              <link rel="alternate" hrefLang="x-default" href={absolute(canonical)} />
              {whole.map(({ tag }) => (
                <link key={tag} rel="alternate" hrefLang={tag} href={absolute(inLanguage(canonical, tag, language))} />
              ))}
            </>
          )}
          <meta property="og:type" content="website" />
          <meta property="og:site_name" content={siteName} />
          <meta property="og:title" content={title ?? siteName} />
          {description && <meta property="og:description" content={description} />}
          <meta property="og:url" content={absolute(inLanguage(canonical, i18n.locale, language))} />
          <meta property="og:locale" content={localeOf(i18n.locale).split('-').slice(0, 2).join('_')} />
          <meta property="og:image" content={absolute(image || siteImage)} />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
    </>
  )
}
