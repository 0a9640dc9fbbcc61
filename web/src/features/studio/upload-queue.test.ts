import { ApiError } from '@virtual-courses/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
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
  beforeEach(() => vi.stubGlobal('window', events))
  afterEach(() => vi.unstubAllGlobals())

  it('makes a lecture of each file, one after the other, and keeps the lecture for another try', async () => {
    const log: string[] = []
    let fails = true
    const queue = createUploadQueue({
      createLecture: async (_courseId, title) => {
        log.push(`create ${title}`)
        return { lecture: { _id: title } }
      },
      sendVideo: async (_api, lectureId) => {
        log.push(`send ${lectureId}`)
        if (lectureId === 'B' && fails) throw new ApiError(507, 'disk_full', 'The disk is full')
      },
    })
    queue.add('c1', [file('b.mp4'), file('a.mp4')])
    await vi.waitFor(() => expect(queue.read().map(({ status }) => status)).toEqual(['done', 'failed']))
    expect(log).toEqual(['create A', 'send A', 'create B', 'send B'])
    const [, failed] = queue.read()
    expect(failed).toMatchObject({ lectureId: 'B', reason: 'The disk is full' })
    fails = false
    queue.retry(failed?.key ?? 0)
    await vi.waitFor(() => expect(queue.read().every(({ status }) => status === 'done')).toBe(true))
    expect(log.slice(4)).toEqual(['send B'])
  })

  it('makes a new lecture when the one of a failed video was removed meanwhile', async () => {
    const sent: string[] = []
    const queue = createUploadQueue({
      createLecture: async () => ({ lecture: { _id: `l${sent.length}` } }),
      sendVideo: async (_api, lectureId) => {
        sent.push(lectureId)
        if (lectureId === 'l0') throw new ApiError(404, 'not_found', 'Not found')
      },
    })
    queue.add('c1', [file('a.mp4')])
    await vi.waitFor(() => expect(queue.read()[0]?.status).toBe('failed'))
    queue.retry(queue.read()[0]?.key ?? 0)
    await vi.waitFor(() => expect(queue.read()[0]?.status).toBe('done'))
    expect(sent).toEqual(['l0', 'l1'])
  })

  it('leaves out a video that was canceled before its lecture could be created', async () => {
    const created = Promise.withResolvers<never>()
    const queue = createUploadQueue({ createLecture: () => created.promise, sendVideo: async () => {} })
    queue.add('c1', [file('a.mp4')])
    queue.remove(queue.read()[0]?.key ?? 0)
    created.reject(new ApiError(429, 'rate_limited', 'Too many'))
    await vi.waitFor(() => expect(queue.read()).toEqual([]))
  })

  it('asks before the tab is closed, only while something is uploaded; one that is removed is stopped', async () => {
    const asks = () => !events.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    const queue = createUploadQueue({
      createLecture: async () => ({ lecture: { _id: 'l1' } }),
      sendVideo: (_api, _id, _file, signal) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped')))),
    })
    expect(asks()).toBe(false)
    queue.add('c1', [file('a.mp4')])
    await vi.waitFor(() => expect(queue.read()[0]?.state.phase).toBe('sending'))
    expect(asks()).toBe(true)
    queue.remove(queue.read()[0]?.key ?? 0)
    await vi.waitFor(() => expect(asks()).toBe(false))
    expect(queue.read()).toEqual([])
  })
})
