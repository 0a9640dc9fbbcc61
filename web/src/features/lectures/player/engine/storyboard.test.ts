import { expect, it } from 'vitest'
import { chapterAt, marksOf } from '../chapters.ts'
import { isWanted, parseStoryboard, thumbnailAt } from './storyboard.ts'

const text = `WEBVTT

00:00:00.000 --> 00:00:05.000
/api/media/streams/s/storyboard-0.webp?token=a.b#xywh=0,0,160,90

00:05.000 --> 01:00:10.500
../x/storyboard-1.webp#xywh=160,90,160,90
`

it('reads the parts of images, with any line ends', () => {
  const expected = [
    {
      from: 0,
      to: 5,
      url: 'https://site.example/api/media/streams/s/storyboard-0.webp?token=a.b',
      x: 0,
      y: 0,
      width: 160,
      height: 90,
    },
    { from: 5, to: 3610.5, url: 'https://site.example/x/storyboard-1.webp', x: 160, y: 90, width: 160, height: 90 },
  ]
  const base = 'https://site.example/lecture/storyboard.vtt'
  expect(parseStoryboard(text, base)).toEqual(expected)
  expect(parseStoryboard(text.replaceAll('\n', '\r\n'), base)).toEqual(expected)
  expect(parseStoryboard('<!doctype html>', base)).toEqual([])
})

it('shows the part of a second, and the last one beyond the end', () => {
  const list = parseStoryboard(text, 'https://site.example/')
  expect(thumbnailAt(list, 4.9)?.x).toBe(0)
  expect(thumbnailAt(list, 5)?.x).toBe(160)
  expect(thumbnailAt(list, 9999)?.x).toBe(160)
  expect(thumbnailAt([], 3)).toBeNull()
})

it('knows the chapter of a second and where the marks are', () => {
  const chapters = [
    { start: 0, title: 'One' },
    { start: 30, title: 'Two' },
  ]
  expect(chapterAt(chapters, 29.9)?.title).toBe('One')
  expect(chapterAt(chapters, 30)?.title).toBe('Two')
  expect(chapterAt([], 3)).toBeNull()
  expect(marksOf(chapters, 60)).toEqual([0.5])
  expect(marksOf(chapters, 30)).toEqual([])
})

it('is read once, and after a failure not with each move of the pointer', () => {
  const asked = { url: '/a.vtt', at: 1000, failed: false }
  expect(isWanted({ url: '', at: 0, failed: false }, '/a.vtt', 1000)).toBe(true)
  expect(isWanted(asked, '/a.vtt', 999_999)).toBe(false)
  expect(isWanted(asked, '/b.vtt', 1000)).toBe(true)
  const failed = { ...asked, failed: true }
  expect(isWanted(failed, '/a.vtt', 2000)).toBe(false)
  expect(isWanted(failed, '/a.vtt', 40_000)).toBe(true)
})
