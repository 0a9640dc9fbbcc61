import { useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { formatClock } from '#lib/text/format.ts'
import { NoteEditor, type WrittenNote } from './note-editor.tsx'
import type { NoteKeeper } from './note-keeper.ts'

type Props = { keeper: NoteKeeper; written: WrittenNote; onClose: () => void }

/** A note over the video, which plays on: also in full screen, and on a phone that is held sideways. */
export function QuickNote({ keeper, written, onClose }: Props) {
  const { t } = useLingui()
  const box = useRef<HTMLFieldSetElement>(null)
  const time = written.place.kind === 'video' ? formatClock(written.place.second) : ''
  return (
    <fieldset
      ref={box}
      aria-label={t`Note at ${time}`}
      className="absolute min-w-0 inset-x-2 top-2 z-10 cursor-auto rounded-md border border-night-line bg-night-raised p-3 text-on-night shadow-lift @lg:start-auto @lg:end-3 @lg:top-3 @lg:w-88"
    >
      <NoteEditor
        keeper={keeper}
        written={written}
        label={t`Note at ${time}`}
        night
        onClose={() => {
          // the keys of the player go on
          box.current?.closest('section')?.focus({ preventScroll: true })
          onClose()
        }}
      />
    </fieldset>
  )
}
