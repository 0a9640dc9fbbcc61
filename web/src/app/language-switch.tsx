import { t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { OfferedLanguage } from '@virtual-courses/contract'
import { type MouseEvent, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { samePage } from '#lib/navigation/same-page.ts'
import { useSettings } from '#lib/session/root-data.ts'
import { useReread } from '#lib/session/use-reread.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { cx } from '#ui/cx.ts'
import { toast } from '#ui/overlays/toast.ts'

/** Parameter of an address that names the language of its document. */
const parameter = 'lang'

/** Returns the search of an address in another language; "" for the one that was chosen before. */
export function searchIn(search: string, language: string): string {
  const query = new URLSearchParams(search)
  query.delete(parameter)
  if (language) query.set(parameter, language)
  const text = query.toString()
  return text && `?${text}`
}

type LanguageChoice = {
  languages: readonly OfferedLanguage[]
  current: string
  busy: boolean
  choose: (language: string) => Promise<void>
}

/**
 * The language of the page, and a function that changes it: for this browser, and for the account. The page stays as it is, with all that
 * was typed; what the server words is read again.
 */
export function useLanguageChoice(): LanguageChoice {
  const { i18n } = useLingui()
  const { languages } = useSettings()
  const { search, hash } = useLocation()
  const navigate = useNavigate()
  const reread = useReread()
  const [busy, setBusy] = useState(false)

  async function choose(language: string) {
    if (busy || language === i18n.locale) return
    setBusy(true)
    try {
      const { switchLanguage } = await import('./switch-language.ts')
      await switchLanguage(language)
      // an address that names a language would bring the former one back with the next document
      const plain = searchIn(search, '')
      if (plain !== search && new URLSearchParams(search).has(parameter))
        await navigate({ search: plain, hash }, { replace: true, preventScrollReset: true, state: samePage })
      await reread()
    } catch (error) {
      toast.error(failureOf(error, t`The language could not be changed. Please try again.`))
    }
    setBusy(false)
  }

  return { languages, current: i18n.locale, busy, choose }
}

/**
 * The languages of the site by their own names, as links to the same page in each of them, which work without scripts. Nothing where there
 * is one language.
 */
export function LanguageSwitch({ tone }: { tone: 'page' | 'night' }) {
  const { t } = useLingui()
  const { languages, current, busy, choose } = useLanguageChoice()
  const { search } = useLocation()
  if (languages.length < 2) return null
  const press = (event: MouseEvent, language: string) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
    event.preventDefault()
    void choose(language)
  }
  // a landmark in the footer alone: every document has the menu of phones beside it
  const [Around, role] = tone === 'night' ? (['nav'] as const) : (['div', 'group'] as const)
  return (
    <Around role={role} aria-label={t`Language`} aria-busy={busy}>
      <ul className="flex flex-wrap gap-x-1">
        {languages.map(({ tag, name, dir, whole }) => (
          <li key={tag}>
            <Link
              to={{ search: searchIn(search, tag) }}
              reloadDocument
              lang={tag}
              dir={dir}
              hrefLang={tag}
              aria-current={tag === current ? 'true' : undefined}
              onClick={(event) => press(event, tag)}
              className={cx(
                'inline-flex min-h-11 items-center gap-1 rounded-md px-2.5 text-sm underline-offset-4 transition-colors hover:underline',
                tag === current ? 'font-semibold' : tone === 'night' ? 'text-on-night-muted' : 'text-muted',
                // who reads a script has a font for it; ours would be fetched by everyone, for one word
                tag !== current && '[font-family:system-ui,sans-serif]',
              )}
            >
              <span>{name}</span>
              {!whole && tag === current && (
                <span lang={current}>
                  (<Trans>in part</Trans>)
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </Around>
  )
}
