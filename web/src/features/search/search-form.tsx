import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { maxSearchLength } from '@virtual-courses/contract'
import { Mic, Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#lib/paths.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { Input } from '#ui/form/input.tsx'
import { canRecognise, notSupported } from './recogniser.ts'
import { searchAddress } from './search-query.ts'
import { useVoice } from './use-voice.ts'

type Props = {
  /** The search of the address. */
  query: string
  /** The search that is loading; null for none. */
  coming: string | null
  onSearch: (text: string, by: 'typing' | 'voice') => void
}

/** The search form: by typing, or by voice where the browser supports it. */
export function SearchForm({ query, coming, onSearch }: Props) {
  const { t } = useLingui()
  const [text, setText] = useState(query)
  const input = useRef<HTMLInputElement>(null)
  const before = useRef('')
  const voice = useVoice({
    onText: setText,
    onResult: (spoken) => {
      setText(spoken)
      onSearch(spoken, 'voice')
    },
  })
  const hydrated = useHydrated()
  const unsupported = hydrated && !canRecognise()
  const { listening } = voice

  // keeps text that was typed before hydration
  useLayoutEffect(() => {
    if (input.current?.value) setText(input.current.value)
  }, [])
  // back and forward show the search of that page
  const shown = useRef(query)
  useEffect(() => {
    if (shown.current !== query) setText(query)
    shown.current = query
  }, [query])

  const cancel = () => {
    voice.cancel()
    setText(before.current)
    input.current?.focus()
  }
  function toggle() {
    if (listening) return voice.finish()
    before.current = text
    voice.start()
  }
  return (
    <search>
      {/* works without a script too */}
      <form
        action={paths.searchWithAi}
        className="rounded-xl border border-line bg-surface p-3 shadow-card sm:p-4"
        onSubmit={(event) => {
          event.preventDefault()
          voice.cancel()
          if (text.trim()) onSearch(text, 'typing')
        }}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'Escape' || !listening) return
          event.preventDefault()
          cancel()
        }}
      >
        <div className="flex flex-wrap items-center gap-2">
          <div className="min-w-0 flex-1">
            <Input
              ref={input}
              name="q"
              type="search"
              aria-label={t`What do you want to learn?`}
              placeholder={t`What do you want to learn? (e.g. AI, MERN, Cloud...)`}
              value={text}
              maxLength={maxSearchLength}
              autoComplete="off"
              enterKeyHint="search"
              leading={<Search aria-hidden="true" />}
              className="min-h-13 text-ellipsis"
              onChange={({ target }) => {
                // typing replaces the voice search
                voice.cancel()
                setText(target.value)
              }}
            />
          </div>
          <IconButton
            label={t`Search by voice`}
            aria-pressed={listening}
            aria-describedby="voice-state"
            onClick={toggle}
            className={cx(
              'size-13 border border-line-strong',
              listening && 'border-danger bg-danger text-on-danger hover:bg-danger-hover',
            )}
          >
            <Mic aria-hidden="true" />
          </IconButton>
          {text.trim() !== '' && (
            <Button type="submit" size="lg" busy={text.trim() === coming} className="max-sm:w-full">
              <Trans>Search</Trans>
            </Button>
          )}
        </div>
        <div className="mt-2 flex min-h-9 items-center gap-3 px-1 text-sm text-muted">
          <p id="voice-state" role="status" className={cx(voice.problem && 'font-medium text-ink')}>
            {listening ? (
              <span className="flex items-center gap-2 font-semibold text-danger">
                <span aria-hidden="true" className="size-2.5 rounded-full bg-current chat-dot" />
                <Trans>Listening...</Trans>
              </span>
            ) : (
              <span>
                {voice.problem
                  ? t(voice.problem)
                  : unsupported
                    ? t(notSupported)
                    : t`Type it in your own words, or press the microphone and say it.`}
              </span>
            )}
          </p>
          {listening && (
            <Button variant="ghost" size="sm" onClick={cancel}>
              <Trans>Cancel</Trans>
            </Button>
          )}
        </div>
      </form>
    </search>
  )
}

const examples = [
  msg`machine learning for beginners`,
  msg`free web development course`,
  msg`design for apps`,
  msg`data analysis under ₹1,000`,
  msg`app banana sikhna hai`,
]

/** Example searches; each is a link to its results. */
export function SearchExamples({ title }: { title: string }) {
  const { t } = useLingui()
  return (
    <section aria-labelledby="examples" className="text-center">
      <h2 id="examples" className="font-sans text-base font-medium tracking-normal text-muted">
        {title}
      </h2>
      <ul className="mt-4 flex flex-wrap justify-center gap-2.5">
        {examples
          .map((message) => [message.id, t(message)] as const)
          .map(([id, example]) => (
            <li key={id}>
              <Link
                to={searchAddress(example)}
                className="inline-flex min-h-10 items-center rounded-full border border-line-strong bg-surface px-4 text-sm font-medium transition-colors hover:border-ink hover:bg-tint"
              >
                {example}
              </Link>
            </li>
          ))}
      </ul>
    </section>
  )
}
