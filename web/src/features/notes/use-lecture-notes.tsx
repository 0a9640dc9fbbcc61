import { useLingui } from '@lingui/react/macro'
import { isolate, type Lecture, type NotePlace } from '@virtual-courses/contract'
import { type ReactElement, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { cutText } from '#lib/text/cut-text.ts'
import { formatClock } from '#lib/text/format.ts'
import { toast } from '#ui/overlays/toast.ts'
import type { WrittenNote } from './note-editor.tsx'
import type { JumpTo } from './note-item.tsx'
import { useOpenNotes } from './use-course-notes.ts'
import { useNotesView } from './use-notes-view.ts'

/** Where a lecture is to open. */
type WantedPlace = { kind: 'video'; second: number } | { kind: 'text'; block: number; quote: string }

/** At most `maxNoteQuote`, whose module this page does not need before a note is used. */
const quoteLength = 160

type Options = {
  userId: string
  courseId: string
  /** the lecture that the user watches or reads; null while there is none */
  lecture: Pick<Lecture, '_id' | 'videoId'> | null
  /** it is a text without a video */
  reads: boolean
  /** in which the video plays, and in which the text stands */
  stage: RefObject<HTMLElement | null>
  text: RefObject<HTMLElement | null>
  /** the place that the address names: a second of the video, a part of the text */
  second: number | null
  part: number | null
  /** Opens another lecture of the course. */
  open: (lectureId: string) => void
}

/** Notes on a page with a player: they are kept for the account that opened it. */
export function useLectureNotes(options: Options) {
  const { userId, courseId, lecture, reads, stage, text, second, part, open: openLecture } = options
  const { t } = useLingui()
  const { opened, open } = useOpenNotes(userId, courseId, lecture !== null)
  const { notes } = useNotesView(opened?.keeper ?? null)
  const [written, setWritten] = useState<WrittenNote | null>(null)
  const close = useCallback(() => setWritten(null), [])
  /** where the next lecture is to open */
  const target = useRef<{ lectureId: string; place: WantedPlace } | null>(null)
  const lectureId = lecture?._id
  const videoId = lecture?.videoId

  /** Sets a bookmark, or begins a note, at a place that is known once the notes are there. */
  const addAt = (kind: 'note' | 'bookmark', find: () => Promise<NotePlace | null> | NotePlace | null): void => {
    if (lectureId === undefined) return
    open()
      .then(async (keeper) => {
        const place = await find()
        if (place && kind === 'bookmark') keeper.bookmark(lectureId, place)
        else if (place) setWritten({ id: null, lectureId, place })
      })
      .catch(() => toast.error(t`Notes could not be loaded. Check your connection and try again.`))
  }

  /** Adds a note or a bookmark at the present second of the video; returns what the player says. */
  function addAtSecond(kind: 'note' | 'bookmark'): string {
    const video = stage.current?.querySelector('video')
    if (!video || videoId === undefined) return ''
    const place: NotePlace = { kind: 'video', second: Math.floor(video.currentTime), videoId }
    addAt(kind, () => place)
    return kind === 'note' ? '' : t`Bookmark at ${{ time: formatClock(video.currentTime) }}`
  }
  const addToText = (kind: 'note' | 'bookmark'): void =>
    addAt(kind, async () => {
      const { placeBeingRead } = await import('./in-use.ts')
      return text.current && placeBeingRead(text.current)
    })

  /** Goes to the place that was asked for in the lecture that is open, as soon as it is there; `opens` while it is being opened. */
  const arrive = useCallback(
    (opens = false): (() => void) => {
      const wanted = target.current
      if (!wanted || wanted.lectureId !== lectureId) return () => {}
      const { place } = wanted
      if (place.kind === 'video') {
        const video = stage.current?.querySelector('video')
        // one that is being opened, or not loaded yet, begins there, by `second`: a press may have played it on since
        if (video && !opens && video.duration > 0) video.currentTime = Math.min(place.second, video.duration)
        stage.current?.scrollIntoView({ block: 'nearest' })
        return () => {}
      }
      let end: (() => void) | null = () => {}
      void import('./in-use.ts').then(
        ({ showPartSoon }) => {
          if (end) end = showPartSoon(text.current, place)
        },
        () => {},
      )
      return () => {
        end?.()
        end = null
      }
    },
    [lectureId, stage, text],
  )

  const jump: JumpTo = ({ lectureId: to, place }) => {
    target.current = { lectureId: to, place }
    if (to === lectureId) arrive()
    else openLecture(to)
  }
  // what the address says, on opening the page and on following a link within it
  useEffect(() => {
    if (lectureId === undefined || (second === null && part === null)) return
    const place: WantedPlace =
      second === null ? { kind: 'text', block: part ?? 0, quote: '' } : { kind: 'video', second }
    target.current = { lectureId, place }
  }, [lectureId, second, part])
  useEffect(() => {
    const end = arrive(true)
    return () => {
      end()
      // the lecture is left: when it comes back, it goes on where it was
      if (target.current?.lectureId === lectureId) target.current = null
    }
  }, [arrive, lectureId])

  const marks = useMemo(
    () =>
      notes.flatMap(({ lectureId: of, place, text: words }) =>
        of === lectureId && place.kind === 'video' && place.videoId === videoId
          ? [{ second: place.second, label: words === '' ? t`Bookmark` : isolate(words.split('\n', 1)[0] ?? '') }]
          : [],
      ),
    [notes, lectureId, videoId, t],
  )
  const overVideo = opened && written?.place.kind === 'video' && (
    <opened.QuickNote
      key={`${written.lectureId} ${written.place.second}`}
      keeper={opened.keeper}
      written={written}
      onClose={close}
    />
  )

  /** What stands beside a part of the text. */
  function besidePart(block: number, words: string): ReactElement | null {
    if (!opened) return null
    const isHere = (of: string, place: NotePlace) => of === lectureId && place.kind === 'text' && place.block === block
    return (
      <opened.TextNote
        keeper={opened.keeper}
        quote={words}
        count={notes.filter((one) => isHere(one.lectureId, one.place)).length}
        written={written && isHere(written.lectureId, written.place) ? written : null}
        onAdd={() => addAt('note', () => ({ kind: 'text', block, quote: cutText(words, quoteLength) }))}
        onClose={close}
      />
    )
  }

  const adds = reads ? addToText : videoId === undefined ? null : addAtSecond
  return {
    /** for the player; null where there is nothing to write to */
    player: lecture && videoId !== undefined ? { marks, add: addAtSecond, panel: overVideo } : null,
    /** for the card above the list */
    add: lecture ? adds : null,
    count: notes.length,
    opened,
    open,
    besidePart,
    jump,
    /** The second at which the video of the lecture is to begin; null where it goes on from where it was. */
    second: useCallback((): number | null => {
      const wanted = target.current
      if (wanted?.lectureId !== lectureId) return second
      return wanted?.place.kind === 'video' ? wanted.place.second : null
    }, [lectureId, second]),
  }
}
