import { ApiError, type Client, api as calls, cleanName, maxLectures, maxVideoBytes } from '@virtual-courses/contract'
import { browserApi } from '#lib/api.ts'
import { messageOfError } from '#lib/message-of.ts'
import { runUpload, type UploadState } from '#lib/use-upload.ts'
import { rejectionOf } from '#ui/file-picker.tsx'

/** Types of video files that lectures accept, as in the `accept` attribute. */
export const videoTypes = 'video/mp4,video/webm,video/quicktime,.mp4,.m4v,.mov,.webm'

/** A video that becomes a lecture. */
export type QueuedVideo = {
  key: number
  courseId: string
  title: string
  file: File
  /** set as soon as the lecture exists; another try keeps it */
  lectureId: string | null
  status: 'waiting' | 'running' | 'done' | 'failed'
  state: UploadState
  /** why it failed; "" otherwise */
  reason: string
}

const idle: UploadState = { phase: 'idle' }
const longestTitle = 200

/** Returns the title of a lecture for a video file: "02_wind-and-sails.mp4" gives "Wind and sails". */
export function titleOfFile(name: string): string {
  const plain = cleanName(name.replace(/\.[^.]*$/, '').replace(/[_\s.-]+/g, ' '))
  const words = plain.replace(/^\d+\s+(?=\S)/, '') || plain
  // not half of a character, which the server would not take
  const title = cleanName(words.slice(0, longestTitle))
  return title === '' ? 'Lecture' : title[0]?.toUpperCase() + title.slice(1)
}

/** In the order in which people number their files: 2 before 10. */
const byName = new Intl.Collator('en', { numeric: true })
export const inFileOrder = (files: readonly File[]): File[] => files.toSorted((a, b) => byName.compare(a.name, b.name))

/** What distinguishes files of one pick or of several; browsers give a new object for a file that is picked again. */
export const fileKeyOf = ({ name, size, lastModified }: File): string => `${name} ${size} ${lastModified}`

/**
 * Divides picked files into those that can be uploaded beside the ones picked before and the reasons why others cannot; a file that is
 * picked again is left out.
 */
export function sortOut(files: readonly File[], before: readonly File[] = []): { videos: File[]; reasons: string[] } {
  const videos = [...before]
  const reasons: string[] = []
  const keys = new Set(before.map(fileKeyOf))
  for (const file of inFileOrder(files)) {
    const reason = rejectionOf(file, { accept: videoTypes, maxBytes: maxVideoBytes })
    if (keys.has(fileKeyOf(file))) continue
    keys.add(fileKeyOf(file))
    if (reason) reasons.push(reason)
    else if (videos.length < maxLectures) videos.push(file)
    else reasons.push(`“${file.name}” is more than a course can hold: it has at most ${maxLectures} lectures`)
  }
  return { videos: inFileOrder(videos), reasons }
}

type Calls = {
  createLecture: (courseId: string, lectureTitle: string) => Promise<{ lecture: { _id: string } }>
  sendVideo: (api: Client, lectureId: string, file: File, signal: AbortSignal) => Promise<unknown>
}

const serverCalls: Calls = {
  createLecture: (courseId, lectureTitle) =>
    browserApi(calls.lectures.create, { params: { courseId }, body: { lectureTitle } }),
  sendVideo: (api, lectureId, file, signal) =>
    api(calls.lectures.edit, { params: { lectureId }, body: {}, files: { videoUrl: file }, signal }),
}

/**
 * Videos that become lectures of the educator's courses, one after the other. It belongs to the tab, not to a page: uploads go on while
 * its owner works on other pages, and the browser asks before it closes the tab.
 */
export function createUploadQueue({ createLecture, sendVideo }: Calls = serverCalls) {
  let videos: readonly QueuedVideo[] = []
  let keys = 0
  let running: { key: number; control: AbortController } | undefined
  const listeners = new Set<() => void>()

  const show = (next: readonly QueuedVideo[]): void => {
    videos = next
    for (const listener of listeners) listener()
  }
  const change = (key: number, changes: Partial<QueuedVideo>): void =>
    show(videos.map((one) => (one.key === key ? { ...one, ...changes } : one)))

  const askBeforeClosing = (event: BeforeUnloadEvent) => event.preventDefault()

  async function run(video: QueuedVideo, control: AbortController): Promise<void> {
    const { key, courseId, title, file } = video
    change(key, { status: 'running', reason: '' })
    try {
      let { lectureId } = video
      if (lectureId === null) {
        lectureId = (await createLecture(courseId, title)).lecture._id
        change(key, { lectureId })
      }
      const id = lectureId
      const outcome = await runUpload(file.size, (api, signal) => sendVideo(api, id, file, signal), {
        control,
        onState: (state) => change(key, { state }),
      })
      if (outcome.end === 'stopped') show(videos.filter((one) => one.key !== key))
      else if (outcome.end === 'failed') throw outcome.error
      else change(key, { status: 'done' })
    } catch (error) {
      if (control.signal.aborted && !videos.some((one) => one.key === key && one.lectureId)) {
        show(videos.filter((one) => one.key !== key))
        return
      }
      const reason = messageOfError(error, 'This video could not be uploaded.')
      // the lecture was removed meanwhile: another try makes a new one
      const gone = error instanceof ApiError && error.code === 'not_found'
      change(key, { status: 'failed', state: idle, reason, ...(gone && { lectureId: null }) })
    }
  }

  async function work(): Promise<void> {
    if (running) return
    window.addEventListener('beforeunload', askBeforeClosing)
    for (;;) {
      const next = videos.find(({ status }) => status === 'waiting')
      if (!next) break
      running = { key: next.key, control: new AbortController() }
      await run(next, running.control)
    }
    running = undefined
    window.removeEventListener('beforeunload', askBeforeClosing)
  }

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    read: (): readonly QueuedVideo[] => videos,
    /** Adds videos to the end, in the order of their names. */
    add(courseId: string, files: readonly File[]): void {
      const added = inFileOrder(files).map(
        (file): QueuedVideo => ({
          key: ++keys,
          courseId,
          title: titleOfFile(file.name),
          file,
          lectureId: null,
          status: 'waiting',
          state: idle,
          reason: '',
        }),
      )
      // those that are done were seen
      show([...videos.filter(({ status }) => status !== 'done'), ...added])
      void work()
    },
    /** Puts a failed video to the end of the queue. */
    retry(key: number): void {
      const video = videos.find((one) => one.key === key && one.status === 'failed')
      if (!video) return
      show([...videos.filter((one) => one.key !== key), { ...video, status: 'waiting', reason: '' }])
      void work()
    },
    /** Stops a video, or takes it off the list. A lecture that was created for it stays, without a video. */
    remove(key: number): void {
      if (running?.key === key) running.control.abort()
      else show(videos.filter((one) => one.key !== key))
    },
  }
}

export const uploadQueue = createUploadQueue()
