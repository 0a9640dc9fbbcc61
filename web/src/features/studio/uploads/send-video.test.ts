import { expect, test } from 'vitest'
import { errorOfReply, usualWay } from './send-video.ts'

const mebibyte = 1024 ** 2
const page = '<html><head><title>413 Request Entity Too Large</title></head></html>'
const ours = JSON.stringify({ message: 'This video is too large', code: 'too_large', requestId: 'x' })

test('a proxy that limits bodies gets smaller parts, and is named when it refuses the smallest', () => {
  const way = usualWay()
  const sizes: number[] = []
  let error = errorOfReply(413, page, way)
  for (; error.status === 0; error = errorOfReply(413, page, way)) sizes.push(way.partBytes / mebibyte)
  expect(sizes).toEqual([16, 4, 1, 0.5])
  expect(error).toMatchObject({ status: 413, message: expect.stringMatching(/in front of this site.*proxy/) })
  expect(error.message).not.toMatch(/4 GB|our side/)
})

test.each([403, 405, 501])(
  'a proxy that refuses the method with %s gets POST, and is named when it refuses that',
  (status) => {
    const way = usualWay()
    expect(errorOfReply(status, 'Not Allowed', way)).toMatchObject({ status: 0, code: 'network' })
    expect(way.override).toBe(true)
    const error = errorOfReply(status, 'Not Allowed', way)
    expect(error).toMatchObject({ status, message: expect.stringMatching(/PATCH/) })
  },
)

test('what the server itself refuses changes nothing', () => {
  const way = usualWay()
  expect(errorOfReply(413, ours, way)).toMatchObject({ status: 413, message: 'This video is too large' })
  expect(way).toEqual(usualWay())
})
