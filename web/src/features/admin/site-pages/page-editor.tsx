import { Trans, useLingui } from '@lingui/react/macro'
import {
  api as calls,
  type EditedSitePage,
  fillTemplate,
  sitePageLength,
  sitePagePath,
} from '@virtual-courses/contract'
import { type FormEvent, useDeferredValue, useRef, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { browserApi } from '#lib/api.ts'
import { useEdit } from '#lib/forms/use-edit.ts'
import { useForm } from '#lib/forms/use-form.ts'
import { useLeaveGuard } from '#lib/forms/use-leave-guard.ts'
import { useSettings } from '#lib/session/root-data.ts'
import { useFormats } from '#lib/text/format.ts'
import { Markdown } from '#lib/text/lazy-markdown.tsx'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { writtenIn } from '#lib/text/written-in.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Button } from '#ui/button.tsx'
import { ChangedElsewhere } from '#ui/form/changed-elsewhere.tsx'
import { Field } from '#ui/form/field.tsx'
import { Textarea } from '#ui/form/input.tsx'
import { SaveBar } from '#ui/form/save-bar.tsx'
import { Notice } from '#ui/notice.tsx'
import { LeaveDialog } from '#ui/overlays/dialog.tsx'
import { toast } from '#ui/overlays/toast.ts'

/** Editor of a page in one language, with a preview that has the figures of the site. */
export function SitePageEditor({ page }: { page: EditedSitePage }) {
  const { t } = useLingui()
  const { formatList } = useFormats()
  const { languages } = useSettings()
  const form = useForm({ source: page.source })
  const { source } = form.values
  const edit = useEdit<{ source: string }, EditedSitePage>(form, {
    stored: page,
    read: (stored) => ({ values: { source: stored.source }, version: stored.version }),
    fetch: () => browserApi(calls.adminPages.read, { params: { kind: page.kind }, query: { language: page.language } }),
    labels: { source: t`Text` },
  })
  const { revalidate } = useRevalidator()
  const { blocker } = useLeaveGuard(form.dirty)
  const hydrated = useHydrated()
  const [busy, setBusy] = useState(false)
  const shown = useDeferredValue(source)
  const facts = Object.fromEntries(page.facts.map(({ name, value }) => [name, value]))
  const filled = fillTemplate(shown, facts, (name) => page.facts.find((fact) => fact.name === name)?.mark ?? name)
  const labelOf = (name: string) => page.facts.find((fact) => fact.name === name)?.label ?? name
  const isDefault = page.publishedAt === null
  const field = useRef<HTMLTextAreaElement>(null)
  // a default text may be published as it is
  const publishable = form.dirty || isDefault
  const otherLanguage = languages.find(({ tag }) => tag === page.defaultLanguage)?.name ?? page.defaultLanguage

  async function publish(event: FormEvent) {
    event.preventDefault()
    if (busy || !publishable) return
    setBusy(true)
    try {
      const send = async (version: string | undefined) => {
        const answer = await browserApi(calls.adminPages.publish, {
          params: { kind: page.kind },
          body: { language: page.language, source, version },
        })
        toast.success(answer.message)
        return answer.page
      }
      const saved = form.dirty ? await edit.save(({ version }) => send(version)) : await send(page.version)
      if (saved) {
        form.showErrors({})
        await revalidate()
      }
    } catch (error) {
      const failed = form.fail(error)
      const { message, code } = failed
      toast.error(failed)
      if (code === 'wrong_placeholder') form.showErrors({ source: message })
    }
    setBusy(false)
  }

  return (
    <form ref={form.ref} onSubmit={publish} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {isDefault && (
        <Notice tone="warning">
          {page.defaultLanguage === page.language ? (
            <Trans>This is the default text, not legal advice. Have it checked, change it, and publish it.</Trans>
          ) : (
            <span>{t`There is no default text in this language: this is the one in ${{ otherLanguage }}.`}</span>
          )}
        </Notice>
      )}
      {filled.missing.length > 0 && (
        <Notice tone="info">{t`Missing: ${{ what: formatList(filled.missing.map(labelOf)) }}`}</Notice>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 2xl:grid-cols-2">
        <Field
          label={t`Text`}
          hint={t`Markdown: ## for headings, - for lists, ** for bold, [text](address) for links.`}
          error={form.errors.source}
          aside={
            <span className="tabular text-sm text-muted">{t`${{ left: sitePageLength.source - source.length }} left`}</span>
          }
        >
          <Textarea
            ref={field}
            name="source"
            rows={24}
            maxLength={sitePageLength.source}
            value={source}
            onChange={({ target }) => form.set('source', target.value)}
            {...writtenIn(page.language)}
          />
        </Field>
        <section aria-labelledby="preview" className="min-w-0">
          <h2 id="preview" className="mb-2 font-sans text-base font-semibold">
            <Trans>Preview</Trans>
          </h2>
          <div {...writtenIn(page.language)} className="rounded-md border border-line bg-raised p-5">
            <Markdown text={filled.text} top={3} />
          </div>
        </section>
      </div>
      <details>
        <summary className="w-fit cursor-pointer rounded-sm py-1 text-sm font-semibold text-link">
          <Trans>What a text can name</Trans>
        </summary>
        <p className="mt-2 max-w-prose text-sm text-muted">
          {t`A line that begins with ${{ with: '{?refundDays}' }} is shown only where there are such days, one with ${{ without: '{!refundDays}' }} only where there are none.`}
        </p>
        <dl className="mt-3 grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[auto_minmax(0,1fr)]">
          {page.facts.map(({ name: placeholder, label, value }) => (
            <div key={placeholder} className="contents">
              <dt>
                <code dir="ltr" className="rounded-sm bg-canvas px-1 py-0.5">{`{${placeholder}}`}</code>
              </dt>
              <dd className="wrap-anywhere max-sm:mb-1">
                <span>{label}</span>
                <span>{' · '}</span>
                <bdi className="text-muted">{value === '' ? t`missing` : value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      </details>
      {page.versions.length > 0 && (
        <details>
          <summary className="w-fit cursor-pointer rounded-sm py-1 text-sm font-semibold text-link">
            <Trans>Versions</Trans>
          </summary>
          <ul className="mt-2 grid gap-1 text-sm">
            {page.versions.map(({ number, at, origin }) => (
              <li key={number} className="flex flex-wrap items-center gap-x-2">
                <Link
                  to={`${sitePagePath(page.kind)}?version=${number}&lang=${page.language}`}
                  reloadDocument
                  className="inline-flex min-h-8 items-center text-link underline underline-offset-4"
                >
                  {t`Version ${{ number }}`}
                </Link>
                <ReaderTime iso={at} look="dateTime" />
                <span className="text-muted">
                  {origin === 'published'
                    ? t`published`
                    : origin === 'figures'
                      ? t`figures changed`
                      : t`default text, agreed to`}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
      <SaveBar inColumn state={form.dirty ? t`Unsaved changes` : ''}>
        {source !== page.defaultSource && (
          <Button
            variant="ghost"
            onClick={() => {
              form.set('source', page.defaultSource)
              // this button goes, with the focus
              field.current?.focus()
            }}
          >
            <Trans>Put in the default text</Trans>
          </Button>
        )}
        {/* `disabled` would take the focus away once the page is published */}
        <Button type="submit" busy={busy} disabled={!hydrated} aria-disabled={!publishable || undefined}>
          <Trans>Publish</Trans>
        </Button>
      </SaveBar>
      <LeaveDialog blocker={blocker} />
      <ChangedElsewhere {...edit.elsewhere} />
    </form>
  )
}
