import { ApiError, type Upload, uploadSliceBytes } from '@virtual-courses/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ToastMessage, toastOutlet } from '#ui/overlays/toast.ts'
import { checksumNoter } from './send-video.ts'
import { createUploadQueue, sortOut, titleOfFile } from './upload-queue.ts'

const file = (name: string, type = 'video/mp4') => new File(['video'], name, { type })

describe('titleOfFile', () => {
  it.each([
    ['02_wind-and-sails.mp4', 'Wind and sails'],
    ['Intro.final.MOV', 'Intro final'],
    ['7.mp4', '7'],
    ['__.mp4', 'Lecture'],
    ['2026 plans.webm', 'Plans'],
    [`${'x'.repeat(300)}.mp4`, `X${'x'.repeat(199)}`],
    // what the server would not take as a title: nothing that is seen, and half of a character
    ['\u200b\u202e.mp4', 'Lecture'],
    [`${'x'.repeat(199)}🙂.mp4`, `X${'x'.repeat(198)}`],
  ])('%s', (name, title) => expect(titleOfFile(name)).toBe(title))
})

describe('sortOut', () => {
  it('takes videos in the order of their numbers, and says why others cannot be used', () => {
    const { videos, reasons } = sortOut([file('10.mp4'), file('2.mp4'), file('notes.txt', 'text/plain')])
    expect(videos.map(({ name }) => name)).toEqual(['2.mp4', '10.mp4'])
    expect(reasons).toEqual(['“notes.txt” is not an accepted file type'])
  })

  it('leaves out files that were picked before, in this pick or an earlier one', () => {
    const again = () => new File(['video'], '2.mp4', { type: 'video/mp4', lastModified: 1 })
    const { videos, reasons } = sortOut([again(), file('1.mp4'), again()], [again()])
    expect([videos.map(({ name }) => name), reasons]).toEqual([['1.mp4', '2.mp4'], []])
  })

  it('stops at the number of lectures that a course can have, also over several picks', () => {
    const many = (from: number) => Array.from({ length: 150 }, (_, index) => file(`${from + index}.mp4`))
    expect(sortOut(many(150), many(0)).videos).toHaveLength(200)
    const { videos, reasons } = sortOut(Array.from({ length: 201 }, (_, index) => file(`${index}.mp4`)))
    expect(videos).toHaveLength(200)
    expect(reasons).toHaveLength(1)
  })
})

describe('the queue', () => {
  const events = new EventTarget()
  const kept = new Map<string, string>()
  beforeEach(() => {
    kept.clear()
    vi.stubGlobal('window', events)
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    })
  })
  afterEach(() => vi.unstubAllGlobals())

  type Calls = NonNullable<Parameters<typeof createUploadQueue>[0]>
  const unfinished = (changes: Partial<Upload> = {}): Upload => ({
    _id: 'u1',
    lectureId: 'l1',
    courseId: 'c1',
    lectureTitle: 'A lecture',
    fileName: 'a.mp4',
    bytes: 5,
    received: 2,
    state: 'receiving',
    problem: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    expiresAt: '2026-01-08T00:00:00.000Z',
    ...changes,
  })
  const open = (calls: Partial<Calls> = {}) => {
    const canceled: string[] = []
    const queue = createUploadQueue({
      createLecture: async (_courseId, title) => ({ lecture: { _id: title } }),
      sendVideo: async () => null,
      cancelUpload: async (id) => canceled.push(id),
      listUploads: async () => ({ uploads: [] }),
      ...calls,
    })
    return { queue, canceled, statuses: () => queue.read().videos.map(({ status }) => status) }
  }
  /** Begins an upload that goes on until it is stopped. */
  const endless: Calls['sendVideo'] = (_video, { onBegun, onProgress }, signal) => {
    onBegun('u9')
    onProgress({ sent: 2, total: 5 })
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  }

  it('makes a lecture of each file, in their order, two at a time, and keeps the lecture for another try', async () => {
    const log: string[] = []
    let fails = true
    const { queue, statuses } = open({
      createLecture: async (_courseId, title) => {
        log.push(`create ${title}`)
        return { lecture: { _id: title } }
      },
      sendVideo: async ({ lectureId }) => {
        log.push(`send ${lectureId}`)
        if (lectureId === 'B' && fails) throw new ApiError(507, 'disk_full', 'The disk is full')
        return null
      },
    })
    queue.add('c1', [file('c.mp4'), file('b.mp4'), file('a.mp4')])
    expect(statuses()).toEqual(['running', 'running', 'waiting'])
    await vi.waitFor(() => expect(statuses()).toEqual(['done', 'failed', 'done']))
    expect(log.filter((line) => line.startsWith('create'))).toEqual(['create A', 'create B', 'create C'])
    const failed = queue.read().videos[1]
    expect(failed).toMatchObject({ lectureId: 'B', reason: 'The disk is full' })
    fails = false
    queue.retry(failed?.key ?? 0)
    await vi.waitFor(() => expect(statuses()).toEqual(['done', 'done', 'done']))
    expect(log.filter((line) => line === 'create B')).toHaveLength(1)
  })

  it('says, with the way to the login, that uploads ended with the session: the tray is not there any more', async () => {
    const said: ToastMessage[] = []
    const disconnect = toastOutlet.connect((message) => said.push(message))
    const { queue, statuses } = open({
      createLecture: async (_courseId, title) => ({ lecture: { _id: title } }),
      sendVideo: async () => {
        throw new ApiError(401, 'unauthenticated', 'Please log in')
      },
    })
    queue.add('c1', [file('a.mp4')])
    await vi.waitFor(() => expect(statuses()).toEqual(['failed']))
    expect(said).toEqual([{ kind: 'error', message: 'Please log in', login: '/login' }])
    disconnect()
  })

  it('makes a new lecture when the one of a failed video was removed meanwhile', async () => {
    const sent: string[] = []
    const { queue, statuses } = open({
      createLecture: async () => ({ lecture: { _id: `l${sent.length}` } }),
      sendVideo: async ({ lectureId }) => {
        sent.push(lectureId)
        if (lectureId === 'l0') throw new ApiError(404, 'not_found', 'Not found')
        return null
      },
    })
    queue.add('c1', [file('a.mp4')])
    await vi.waitFor(() => expect(statuses()).toEqual(['failed']))
    queue.retry(queue.read().videos[0]?.key ?? 0)
    await vi.waitFor(() => expect(statuses()).toEqual(['done']))
    expect(sent).toEqual(['l0', 'l1'])
  })

  it('leaves out a video that was canceled before its lecture could be created', async () => {
    const created = Promise.withResolvers<never>()
    const { queue } = open({ createLecture: () => created.promise })
    queue.add('c1', [file('a.mp4')])
    queue.remove(queue.read().videos[0]?.key ?? 0)
    created.reject(new ApiError(429, 'rate_limited', 'Too many'))
    await vi.waitFor(() => expect(queue.read().videos).toEqual([]))
  })

  it('asks before the tab is closed, only while something is uploaded; one that is removed is deleted', async () => {
    const asks = () => !events.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    const { queue, canceled } = open({ sendVideo: endless })
    expect(asks()).toBe(false)
    queue.add('c1', [file('a.mp4')])
    await vi.waitFor(() => expect(queue.read().videos[0]?.state.phase).toBe('sending'))
    expect(asks()).toBe(true)
    queue.remove(queue.read().videos[0]?.key ?? 0)
    await vi.waitFor(() => expect(asks()).toBe(false))
    expect([queue.read().videos, canceled]).toEqual([[], ['u9']])
  })

  it('pauses a video and goes on with the same upload; the next one takes its turn', async () => {
    const ids: (string | null)[] = []
    const { queue, statuses, canceled } = open({
      sendVideo: (video, hooks, signal) => {
        ids.push(video.uploadId)
        return endless(video, hooks, signal)
      },
    })
    queue.add('c1', [file('1.mp4'), file('2.mp4'), file('3.mp4')])
    await vi.waitFor(() => expect(ids).toHaveLength(2))
    queue.pause(queue.read().videos[0]?.key ?? 0)
    expect(statuses()).toEqual(['paused', 'running', 'running'])
    await vi.waitFor(() => expect(ids).toHaveLength(3))
    queue.pause(queue.read().videos[1]?.key ?? 0)
    queue.retry(queue.read().videos[0]?.key ?? 0)
    await vi.waitFor(() => expect(ids).toEqual([null, null, null, 'u9']))
    expect(canceled).toEqual([])
  })

  it('shows earlier uploads, and goes on where the same file is chosen again', async () => {
    const sent: unknown[] = []
    const { queue } = open({
      listUploads: async () => ({
        uploads: [unfinished(), unfinished({ _id: 'u2', fileName: 'b.mp4', lectureId: 'l2' })],
      }),
      sendVideo: async ({ lectureId, uploadId }) => {
        sent.push([lectureId, uploadId])
        return null
      },
    })
    await queue.open('educator')
    const [first, second] = queue.read().unfinished
    if (!first || !second) throw new Error('nothing is unfinished')
    expect(queue.resumeWith(first, file('other.mp4'))).toBe(false)
    expect(queue.resumeWith(first, file('a.mp4'))).toBe(true)
    // picked again as at the first time: no second lecture
    queue.add('c1', [file('b.mp4')])
    await vi.waitFor(() =>
      expect(sent).toEqual([
        ['l1', 'u1'],
        ['l2', 'u2'],
      ]),
    )
    expect(queue.read().unfinished).toEqual([])
  })

  it('keeps what was begun before the tray was there, and ends the uploads of someone else', async () => {
    const { queue, statuses } = open({ sendVideo: endless })
    queue.replace({ courseId: 'c1', lectureId: 'l1', title: 'A', file: file('a.mp4') })
    await queue.open('educator')
    expect(statuses()).toEqual(['running'])
    await queue.open('educator')
    expect(statuses()).toEqual(['running'])
    await queue.open('another')
    expect(statuses()).toEqual([])
  })

  it('takes the same file with another date, and has its content compared', async () => {
    kept.set('uploads', JSON.stringify({ u1: 'a.mp4 5 1' }))
    const compared: boolean[] = []
    const { queue } = open({
      listUploads: async () => ({ uploads: [unfinished()] }),
      sendVideo: async ({ compare }) => {
        compared.push(compare)
        return null
      },
    })
    const of = (lastModified: number) => new File(['video'], 'a.mp4', { type: 'video/mp4', lastModified })
    for (const date of [2, 1]) {
      await queue.open('educator')
      expect(queue.resumeWith(queue.read().unfinished[0] ?? unfinished({ _id: '' }), of(date))).toBe(true)
      await vi.waitFor(() => expect(queue.read().videos[0]?.status).toBe('done'))
      queue.remove(queue.read().videos[0]?.key ?? 0)
    }
    expect(compared).toEqual([true, false])
  })

  it('lets the date decide where the browser cannot hash', async () => {
    kept.set('uploads', JSON.stringify({ u1: 'a.mp4 5 1' }))
    vi.stubGlobal('crypto', {})
    const { queue } = open({ listUploads: async () => ({ uploads: [unfinished()] }) })
    await queue.open('educator')
    const of = (lastModified: number) => new File(['video'], 'a.mp4', { type: 'video/mp4', lastModified })
    expect(queue.resumeWith(unfinished(), of(2))).toBe(false)
    expect(queue.resumeWith(unfinished(), of(1))).toBe(true)
  })

  const otherFile: Calls['sendVideo'] = async ({ uploadId }) => {
    if (uploadId !== null) throw new ApiError(409, 'other_file', 'Another file')
    return null
  }

  it('says that a chosen file has another content, and keeps the upload for the right one', async () => {
    const { queue, canceled } = open({ listUploads: async () => ({ uploads: [unfinished()] }), sendVideo: otherFile })
    await queue.open('educator')
    expect(queue.resumeWith(unfinished(), file('a.mp4'))).toBe(true)
    await vi.waitFor(() => expect(queue.read().unfinished).toEqual([{ ...unfinished(), wrongFile: 'a.mp4' }]))
    expect([queue.read().videos, canceled]).toEqual([[], []])
  })

  it('begins an upload of its own for another file of the same name and size, which was picked as a new one', async () => {
    const { queue, statuses } = open({ listUploads: async () => ({ uploads: [unfinished()] }), sendVideo: otherFile })
    await queue.open('educator')
    queue.replace({ courseId: 'c1', lectureId: 'l1', title: 'A lecture', file: file('a.mp4') })
    await vi.waitFor(() => expect(statuses()).toEqual(['done']))
    expect(queue.read().unfinished).toEqual([unfinished()])
  })

  it('shows an upload again that could not be deleted, such as one that is being checked', async () => {
    const { queue } = open({
      listUploads: async () => ({ uploads: [unfinished()] }),
      cancelUpload: async () => {
        throw new ApiError(423, 'upload_in_use', 'In use')
      },
    })
    await queue.open('educator')
    queue.discard(unfinished())
    expect(queue.read().unfinished).toEqual([])
    await vi.waitFor(() => expect(queue.read().unfinished).toEqual([unfinished()]))
  })

  it('ends the uploads of someone else', async () => {
    const { queue } = open({ sendVideo: endless })
    await queue.open('first')
    queue.add('c1', [file('a.mp4')])
    await queue.open('second')
    expect(queue.read()).toEqual({ videos: [], unfinished: [] })
  })
})

describe('checksums of a file', () => {
  it('are noted before its bytes are sent, once each; an earlier upload is proved by what has arrived', async () => {
    const video = new File([new Uint8Array(3 * uploadSliceBytes + 5)], 'a.mp4')
    const noter = (compare = false) => {
      const noted: number[] = []
      const note = checksumNoter(
        video,
        async (first, sha256) => {
          for (const [index, checksum] of sha256.entries()) {
            expect(checksum).toMatch(/^[0-9a-f]{64}$/)
            noted.push(first + index)
          }
        },
        compare,
      )
      return { noted, note }
    }
    const fresh = noter()
    await fresh.note(0, 2 * uploadSliceBytes)
    await fresh.note(2 * uploadSliceBytes - 1, video.size)
    expect(fresh.noted).toEqual([0, 1, 2, 3])
    const resumed = noter()
    await resumed.note(2 * uploadSliceBytes, video.size)
    expect(resumed.noted).toEqual([0, 1, 2, 3])
    const late = noter()
    await late.note(3 * uploadSliceBytes + 1, video.size)
    expect(late.noted).toEqual([0, 3])
    const doubtful = noter(true)
    await doubtful.note(3 * uploadSliceBytes + 1, video.size)
    expect(doubtful.noted).toEqual([0, 1, 2, 3])
  })
})
