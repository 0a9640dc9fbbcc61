import { useLingui } from '@lingui/react/macro'
import { isolate, type Lecture, maxNoteQuote, type NotePlace } from '@virtual-courses/contract'
import {
  lazy,
  type ReactElement,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { cutText } from '#lib/text/cut-text.ts'
import { formatClock } from '#lib/text/format.ts'
import { toast } from '#ui/overlays/toast.ts'
import type { WrittenNote } from './note-editor.tsx'
import type { JumpTo } from './note-item.tsx'
import { useNoteKeeper, useNotesView } from './use-course-notes.ts'

const QuickNote = lazy(() => import('./quick-note.tsx').then(({ QuickNote }) => ({ default: QuickNote })))
const TextNote = lazy(() => import('./text-note.tsx').then(({ TextNote }) => ({ default: TextNote })))

/** Where a lecture is to open. */
type WantedPlace = { kind: 'video'; second: number } | { kind: 'text'; block: number; quote: string }

/** Milliseconds between two looks for a text that is loading, and how often. */
const triedMs = 200
const mostTries = 25

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
  const { keeper, open } = useNoteKeeper(userId, courseId, lecture !== null)
  const { notes } = useNotesView(keeper)
  const [written, setWritten] = useState<WrittenNote | null>(null)
  const close = useCallback(() => setWritten(null), [])
  /** where the next lecture is to open */
  const target = useRef<{ lectureId: string; place: WantedPlace } | null>(null)
  const lectureId = lecture?._id
  const videoId = lecture?.videoId

  const bookmark = (place: NotePlace): void => {
    if (lectureId === undefined) return
    open().then(
      (opened) => opened.add(lectureId, place),
      () => toast.error(t`Notes could not be loaded. Check your connection and try again.`),
    )
  }
  const begin = (place: NotePlace): void => {
    if (lectureId === undefined) return
    void open().catch(() => {})
    setWritten({ id: null, lectureId, place })
  }

  /** Adds a note or a bookmark at the present second of the video; returns what the player says. */
  function addAtSecond(kind: 'note' | 'bookmark'): string {
    const video = stage.current?.querySelector('video')
    if (!video || videoId === undefined) return ''
    const place: NotePlace = { kind: 'video', second: Math.floor(video.currentTime), videoId }
    if (kind === 'note') {
      begin(place)
      return ''
    }
    bookmark(place)
    return t`Bookmark at ${{ time: formatClock(video.currentTime) }}`
  }

  async function addToText(kind: 'note' | 'bookmark'): Promise<void> {
    const { placeBeingRead } = await import('./text-places.ts')
    const place = text.current && placeBeingRead(text.current)
    if (!place) return
    if (kind === 'note') begin(place)
    else bookmark(place)
  }

  /** Goes to the place that was asked for in the lecture that is open, as soon as it is there. */
  const arrive = useCallback((): (() => void) => {
    const wanted = target.current
    if (!wanted || wanted.lectureId !== lectureId) return () => {}
    const { place } = wanted
    if (place.kind === 'video') {
      const video = stage.current?.querySelector('video')
      // one that is not loaded yet begins there, by `second`
      if (video && video.duration > 0) video.currentTime = Math.min(place.second, video.duration)
      stage.current?.scrollIntoView({ block: 'nearest' })
      return () => {}
    }
    let tries = 0
    const timer = setInterval(async () => {
      const { showPart } = await import('./text-places.ts')
      if (tries++ > mostTries || (text.current && showPart(text.current, place))) clearInterval(timer)
    }, triedMs)
    return () => clearInterval(timer)
  }, [lectureId, stage, text])

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
    const end = arrive()
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
  const overVideo = written?.place.kind === 'video' && (
    <Suspense fallback={null}>
      <QuickNote
        key={`${written.lectureId} ${written.place.second}`}
        userId={userId}
        courseId={courseId}
        written={written}
        onClose={close}
      />
    </Suspense>
  )

  /** What stands beside a part of the text. */
  function besidePart(block: number, words: string): ReactElement | null {
    if (!keeper) return null
    const here = notes.filter(
      (one) => one.lectureId === lectureId && one.place.kind === 'text' && one.place.block === block,
    )
    const isWritten = written?.place.kind === 'text' && written.lectureId === lectureId && written.place.block === block
    return (
      <Suspense fallback={null}>
        <TextNote
          userId={userId}
          courseId={courseId}
          quote={words}
          count={here.length}
          written={isWritten ? written : null}
          onAdd={() => begin({ kind: 'text', block, quote: cutText(words, maxNoteQuote) })}
          onClose={close}
        />
      </Suspense>
    )
  }

  const adds = reads ? (kind: 'note' | 'bookmark') => void addToText(kind) : videoId === undefined ? null : addAtSecond
  return {
    /** for the player; null where there is nothing to write to */
    player: lecture && videoId !== undefined ? { marks, add: addAtSecond, panel: overVideo } : null,
    /** for the card above the list */
    add: lecture ? adds : null,
    count: notes.length,
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
