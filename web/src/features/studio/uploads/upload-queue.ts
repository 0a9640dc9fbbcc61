import { t } from '@lingui/core/macro'
import {
  ApiError,
  api as calls,
  cleanName,
  isolate,
  type Lecture,
  maxLectures,
  maxVideoBytes,
  type Upload,
} from '@virtual-courses/contract'
import { browserApi } from '#lib/api.ts'
import { readLocal, writeLocal } from '#lib/browser-storage.ts'
import { paceAfter, type UploadPace, type UploadState } from '#lib/forms/use-upload.ts'
import { cutText } from '#lib/text/cut-text.ts'
import { failureOf } from '#lib/text/message-of.ts'
import { i18n } from '#lib/text/translator.ts'
import { rejectionOf } from '#ui/form/file-picker.tsx'
import { toast } from '#ui/overlays/toast.ts'
import { deleteUpload, sendVideo } from './send-video.ts'

/** Types of video files that lectures accept, as in the `accept` attribute. */
export const videoTypes = 'video/mp4,video/webm,video/quicktime,video/3gpp,.mp4,.m4v,.mov,.webm,.3gp'

/** A video on its way to a lecture. */
export type QueuedVideo = {
  key: number
  courseId: string
  title: string
  file: File
  /** null until the lecture exists that is made for it; another try keeps it */
  lectureId: string | null
  /** null until the server knows the upload */
  uploadId: string | null
  status: 'waiting' | 'running' | 'paused' | 'done' | 'failed'
  state: UploadState
  /** the connection is lost; it goes on by itself */
  offline: boolean
  /** why it failed; "" otherwise */
  reason: string
  /** the lecture with the video, when it is done */
  lecture: Lecture | null
  /** the file was chosen to finish its upload: another file is refused, and does not begin a new upload */
  resumes: boolean
}

/** An earlier upload that waits for its file; `wrongFile` is the name of one that was chosen and has another content. */
export type UnfinishedUpload = Upload & { wrongFile?: string }

const idle: UploadState = { phase: 'idle' }
const longestTitle = 200
/** Videos that are sent at the same time. */
const atOnce = 2

/** Returns the title of a lecture for a video file: "02_wind-and-sails.mp4" gives "Wind and sails". */
export function titleOfFile(name: string): string {
  const plain = cleanName(name.replace(/\.[^.]*$/, '').replace(/[_\s.-]+/g, ' '))
  const words = plain.replace(/^\d+\s+(?=\S)/, '') || plain
  // not half of a character, which the server would not take
  const title = cleanName(cutText(words, longestTitle))
  return title === '' ? t`Lecture` : title[0]?.toUpperCase() + title.slice(1)
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
    const reason = rejectionOf(file, { accept: videoTypes, maxBytes: maxVideoBytes }, i18n)
    if (keys.has(fileKeyOf(file))) continue
    keys.add(fileKeyOf(file))
    if (reason) reasons.push(reason)
    else if (videos.length < maxLectures) videos.push(file)
    else
      reasons.push(
        t`“${{ file: isolate(file.name) }}” is more than a course can hold: it has at most ${{ most: maxLectures }} lectures`,
      )
  }
  return { videos: inFileOrder(videos), reasons }
}

/** Files of uploads that were begun in this browser, by upload: what the server does not know of them. */
const begunKey = 'uploads'
const begun = {
  read: (): Record<string, string> => (readLocal(begunKey) ?? {}) as Record<string, string>, // only we write it
  note(uploadId: string, file: File): void {
    writeLocal(begunKey, Object.fromEntries([...Object.entries(this.read()), [uploadId, fileKeyOf(file)]].slice(-50)))
  },
  /** Whether this is certainly the file, down to its date: its content need not be compared. */
  isSame: (uploadId: string, file: File): boolean => begun.read()[uploadId] === fileKeyOf(file),
}

/**
 * Whether a file may be that of an unfinished upload: the name and the size are the same. The date says nothing, because copies and clouds
 * change it; the server compares the content (`VideoToSend.compare`). Without https the browser cannot hash: there the date decides.
 */
export function isFileOf(upload: Upload, file: File): boolean {
  if (file.name !== upload.fileName || file.size !== upload.bytes) return false
  return globalThis.crypto?.subtle !== undefined || (begun.read()[upload._id] ?? fileKeyOf(file)) === fileKeyOf(file)
}

type Calls = {
  createLecture: (courseId: string, lectureTitle: string) => Promise<{ lecture: { _id: string } }>
  sendVideo: typeof sendVideo
  cancelUpload: (uploadId: string) => Promise<unknown>
  listUploads: () => Promise<{ uploads: Upload[] }>
}

const serverCalls: Calls = {
  createLecture: (courseId, lectureTitle) =>
    browserApi(calls.lectures.create, { params: { courseId }, body: { lectureTitle } }),
  sendVideo,
  cancelUpload: deleteUpload,
  listUploads: () => browserApi(calls.uploads.list),
}

export type Uploads = {
  videos: readonly QueuedVideo[]
  /** earlier uploads that wait for their files */
  unfinished: readonly UnfinishedUpload[]
}

type NewVideo = Pick<QueuedVideo, 'courseId' | 'title' | 'file' | 'lectureId'> & { uploadId?: string | null }

/**
 * Videos on their way to lectures of the educator, some at a time. It belongs to the tab, not to a page: uploads go on while its owner
 * works on other pages, and after a reload when the same file is chosen again.
 */
export function createUploadQueue({ createLecture, sendVideo: send, cancelUpload, listUploads }: Calls = serverCalls) {
  let uploads: Uploads = { videos: [], unfinished: [] }
  let keys = 0
  let owner: string | undefined
  let creating: Promise<unknown> = Promise.resolve()
  const running = new Map<number, AbortController>()
  const listeners = new Set<() => void>()

  const show = (next: Partial<Uploads>): void => {
    uploads = { ...uploads, ...next }
    for (const listener of listeners) listener()
  }
  const change = (key: number, changes: Partial<QueuedVideo>): void =>
    show({ videos: uploads.videos.map((one) => (one.key === key ? { ...one, ...changes } : one)) })
  const find = (key: number): QueuedVideo | undefined => uploads.videos.find((one) => one.key === key)
  const drop = (key: number): void => show({ videos: uploads.videos.filter((one) => one.key !== key) })
  const removeUpload = (uploadId: string): void =>
    show({ unfinished: uploads.unfinished.filter(({ _id }) => _id !== uploadId) })

  const askBeforeClosing = (event: BeforeUnloadEvent) => event.preventDefault()

  async function run(video: QueuedVideo, { signal }: AbortController): Promise<void> {
    const { key, courseId, title, file } = video
    let pace: UploadPace | null = null
    change(key, { status: 'running', reason: '', offline: false })
    try {
      let { lectureId } = video
      if (lectureId === null) {
        // one after the other, so that they have the order of their files
        const created = creating.then(() => createLecture(courseId, title))
        creating = created.catch(() => {})
        lectureId = (await created).lecture._id
        change(key, { lectureId })
      }
      const lecture = await send(
        {
          lectureId,
          file,
          uploadId: video.uploadId,
          compare: video.uploadId !== null && !begun.isSame(video.uploadId, file),
        },
        {
          onBegun(uploadId) {
            if (find(key)?.uploadId !== uploadId) begun.note(uploadId, file)
            change(key, { uploadId })
          },
          onProgress(progress) {
            const now = performance.now()
            // what had arrived before says nothing about the speed
            const next = pace ? paceAfter(pace, progress, now) : { ...progress, at: now, speed: null }
            if (next !== pace) change(key, { state: { phase: 'sending', pace: next } })
            pace = next
          },
          onLine(lost) {
            if (lost) pace = null
            if (find(key)?.offline !== lost) change(key, { offline: lost })
          },
          onArrived: () => change(key, { state: { phase: 'storing' } }),
        },
        signal,
      )
      change(key, { status: 'done', state: idle, lecture, uploadId: null })
    } catch (error) {
      // paused or removed, which has changed the list already
      if (signal.aborted) return
      if (error instanceof ApiError && error.code === 'other_file') return await refuse(key)
      const failure = failureOf(error, t`This video could not be uploaded.`)
      const { message: reason } = failure
      // wherever the user is: the tray of uploads went with the session
      if (failure.login !== undefined) toast.error(failure)
      // the lecture was removed meanwhile: another try makes a new one
      const gone = error instanceof ApiError && error.code === 'not_found'
      const refused = error instanceof ApiError && error.code === 'wrong_media'
      if (refused) void cancel(find(key)?.uploadId ?? null)
      change(key, {
        status: 'failed',
        state: idle,
        offline: false,
        reason,
        ...(gone && { lectureId: null }),
        ...((gone || refused) && { uploadId: null }),
      })
    }
  }

  /**
   * The file is not the one that its upload began with: the upload waits for that one again, and the file begins one of its own, unless it
   * was chosen to finish the earlier one.
   */
  const refuse = async (key: number): Promise<void> => {
    const video = find(key)
    if (!video) return
    if (video.resumes) drop(key)
    else change(key, { status: 'waiting', state: idle, offline: false, uploadId: null })
    await showUnfinished(owner, video.resumes ? { [video.uploadId ?? '']: video.file.name } : {})
  }

  /** Deletes an upload; one that cannot be deleted now is shown again, since it takes room until it is. */
  const cancel = async (uploadId: string | null): Promise<void> => {
    if (uploadId === null) return
    const user = owner
    try {
      await cancelUpload(uploadId)
    } catch {
      await showUnfinished(user)
    }
  }

  /** Reads which uploads were begun before and are not complete. */
  const showUnfinished = async (
    user: string | undefined,
    wrong: Readonly<Record<string, string>> = {},
  ): Promise<void> => {
    const { uploads: found } = await listUploads().catch(() => ({ uploads: [] }))
    if (owner !== user) return
    const known = new Set(uploads.videos.map(({ uploadId }) => uploadId))
    const waiting = found.filter(({ _id, state }) => !known.has(_id) && state !== 'done')
    show({
      unfinished: waiting.map((upload) => {
        const wrongFile = wrong[upload._id]
        return wrongFile === undefined ? upload : { ...upload, wrongFile }
      }),
    })
  }

  function work(): void {
    while (running.size < atOnce) {
      const next = uploads.videos.find(({ status }) => status === 'waiting')
      if (!next) break
      const control = new AbortController()
      running.set(next.key, control)
      void run(next, control).finally(() => {
        if (running.get(next.key) === control) running.delete(next.key)
        work()
      })
    }
    if (running.size > 0) window.addEventListener('beforeunload', askBeforeClosing)
    else window.removeEventListener('beforeunload', askBeforeClosing)
  }

  const stop = (key: number): void => {
    running.get(key)?.abort()
    running.delete(key)
  }

  /** Adds videos to the end; one that an unfinished upload has begun with goes on there. */
  function enqueue(wanted: readonly NewVideo[]): QueuedVideo[] {
    const taken = new Set<string>()
    const added = wanted.map(({ courseId, title, file, lectureId, uploadId }): QueuedVideo => {
      const before = uploads.unfinished.find(
        (one) =>
          !taken.has(one._id) &&
          (uploadId
            ? one._id === uploadId
            : one.state === 'receiving' && one.lectureId !== null && isFileOf(one, file)) &&
          (lectureId === null ? one.courseId === courseId : one.lectureId === lectureId),
      )
      if (before) taken.add(before._id)
      return {
        key: ++keys,
        courseId,
        title: before && lectureId === null ? before.lectureTitle : title,
        file,
        lectureId: before?.lectureId ?? lectureId,
        uploadId: before?._id ?? null,
        status: 'waiting',
        state: idle,
        offline: false,
        reason: '',
        lecture: null,
        resumes: uploadId != null && before !== undefined,
      }
    })
    // those that are done were seen
    show({
      videos: [...uploads.videos.filter(({ status }) => status !== 'done'), ...added],
      unfinished: uploads.unfinished.filter(({ _id }) => !taken.has(_id)),
    })
    work()
    return added
  }

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    read: (): Uploads => uploads,
    /** Sets who is signed in; uploads of someone else end. Reads which of theirs were begun before and are not complete. */
    async open(userId: string): Promise<void> {
      // what was begun before this was called, which comes with the tray, is of who is signed in
      if (owner !== undefined && owner !== userId) {
        for (const { key } of uploads.videos) stop(key)
        show({ videos: [], unfinished: [] })
        work()
      }
      owner = userId
      await showUnfinished(userId)
    },
    /** Adds videos that become lectures, in the order of their names. */
    add(courseId: string, files: readonly File[]): void {
      enqueue(inFileOrder(files).map((file) => ({ courseId, title: titleOfFile(file.name), file, lectureId: null })))
    },
    /** Adds a video for a lecture, instead of one that is on its way there; returns its key. */
    replace(video: { courseId: string; lectureId: string; title: string; file: File }): number {
      for (const one of uploads.videos)
        if (one.lectureId === video.lectureId && one.status !== 'done') this.remove(one.key)
      return enqueue([video])[0]?.key ?? 0
    },
    /** Goes on with an unfinished upload. Returns false when the file is another one. */
    resumeWith(upload: Upload, file: File): boolean {
      if (!isFileOf(upload, file) || upload.lectureId === null) return false
      const { courseId, lectureId, lectureTitle: title } = upload
      enqueue([{ courseId: courseId ?? '', lectureId, title, file, uploadId: upload._id }])
      return true
    },
    /** Deletes an unfinished earlier upload. */
    discard(upload: Upload): void {
      removeUpload(upload._id)
      void cancel(upload._id)
    },
    pause(key: number): void {
      const { status } = find(key) ?? {}
      if (status !== 'running' && status !== 'waiting') return
      stop(key)
      change(key, { status: 'paused', offline: false })
      work()
    },
    /** Puts a paused or failed video to the end of the queue. */
    retry(key: number): void {
      const video = find(key)
      if (video?.status !== 'paused' && video?.status !== 'failed') return
      show({
        videos: [...uploads.videos.filter((one) => one.key !== key), { ...video, status: 'waiting', reason: '' }],
      })
      work()
    },
    /** Cancels a video, or takes it off the list. A lecture that was created for it stays, without a video. */
    remove(key: number): void {
      const { uploadId = null } = find(key) ?? {}
      stop(key)
      drop(key)
      void cancel(uploadId)
      work()
    },
  }
}

export const uploadQueue = createUploadQueue()
