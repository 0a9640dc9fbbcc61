import { Trans, useLingui } from '@lingui/react/macro'
import type { Caption } from '@virtual-courses/contract'
import { type RefObject, useEffect, useState } from 'react'
import { chooseLanguage } from '#lib/text/choose-language.ts'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/form/select.tsx'
import { Notice } from '#ui/notice.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { loadCues, type TextCue } from './cues.ts'
import { TranscriptLines } from './transcript-lines.tsx'
import { useShownLanguage, useVideoIn } from './use-video.ts'

/** The cues of an address, or false when they could not be loaded. */
type Loaded = { url: string; cues: TextCue[] | false }

type Props = { captions: readonly Caption[]; stage: RefObject<HTMLElement | null> }

/** Loads the captions of the player's language, or of the one that is chosen here until the player's changes. */
export function TranscriptPanel({ captions, stage }: Props) {
  const { t } = useLingui()
  const video = useVideoIn(stage)
  const shown = useShownLanguage(video)
  const [chosen, setChosen] = useState<{ language: string; shown: string | null } | null>(null)
  const languages = captions.map(({ language }) => language)
  const wanted = [...(chosen?.shown === shown ? [chosen.language] : []), ...(shown === null ? [] : [shown])]
  const language = chooseLanguage(languages, [...wanted, ...navigator.languages])
  const caption = captions.find((one) => one.language === language)
  const url = caption?.url
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const current = loaded?.url === url ? loaded : null
  const missing = current === null

  useEffect(() => {
    if (url === undefined || !missing) return
    const control = new AbortController()
    loadCues(url, control.signal).then(
      (cues) => setLoaded({ url, cues }),
      () => !control.signal.aborted && setLoaded({ url, cues: false }),
    )
    return () => control.abort()
  }, [url, missing])

  return (
    <div className="grid">
      {captions.length > 1 && (
        <div className="px-4 pt-3">
          <Select
            aria-label={t`Language of the transcript`}
            value={language ?? ''}
            options={captions.map((one) => ({ value: one.language, label: one.label }))}
            onChange={({ target }) => setChosen({ language: target.value, shown })}
          />
        </div>
      )}
      {current === null && <Spinner className="min-h-40 justify-center" label={t`Loading the transcript`} />}
      {current?.cues === false && (
        <div className="grid justify-items-start gap-3 p-4">
          <Notice tone="danger">
            <Trans>The transcript could not be loaded.</Trans>
          </Notice>
          <Button variant="secondary" size="sm" onClick={() => setLoaded(null)}>
            <Trans>Try again</Trans>
          </Button>
        </div>
      )}
      {current?.cues && caption && (
        <>
          {caption.source === 'machine' && (
            <p className="px-5 pt-3 text-sm text-muted">
              <Trans>Written by a machine: it may have misheard.</Trans>
            </p>
          )}
          <TranscriptLines key={caption.url} cues={current.cues} language={caption.language} video={video} />
        </>
      )}
    </div>
  )
}
