import { useCallback, useRef, useState } from 'react'

/** A part of an image that shows the video from `from` to `to`, in seconds. */
export type Thumbnail = { from: number; to: number; url: string; x: number; y: number; width: number; height: number }

/** "01:02:03.500" or "02:03.500" in seconds. */
const secondsOf = (time: string): number => time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)

const cue =
  /^((?:\d+:)?\d\d:\d\d\.\d{3}) --> ((?:\d+:)?\d\d:\d\d\.\d{3})[^\n]*\n([^\n]+)#xywh=(\d+),(\d+),(\d+),(\d+)\s*$/gm

/** Reads a storyboard: WebVTT whose cues are addresses of images with `#xywh`. Addresses may be relative to `base`. */
export function parseStoryboard(text: string, base: string): Thumbnail[] {
  return [...text.replaceAll('\r\n', '\n').matchAll(cue)].map(
    ([, from = '', to = '', url = '', x, y, width, height]) => ({
      from: secondsOf(from),
      to: secondsOf(to),
      url: new URL(url, base).href,
      x: Number(x),
      y: Number(y),
      width: Number(width),
      height: Number(height),
    }),
  )
}

/** The thumbnail of a second; the last one beyond the end. */
export const thumbnailAt = (thumbnails: readonly Thumbnail[], seconds: number): Thumbnail | null =>
  thumbnails.find(({ to }) => seconds < to) ?? thumbnails.at(-1) ?? null

/** Addresses of images expire: a list is read again when one fails, or when it could not be read, at most this often, in milliseconds. */
const readAgainMs = 30_000

/** What was asked for last, and whether it came. */
export type Asked = { url: string; at: number; failed: boolean }

/** Returns whether the list of an address is to be read now. */
export const isWanted = (asked: Asked, url: string | undefined, now: number): boolean =>
  asked.url !== url || (asked.failed && now - asked.at > readAgainMs)

const none: readonly Thumbnail[] = []

/**
 * The thumbnails of the seek bar, read when they are first wanted. Without them, or when they cannot be read, there are none: a
 * preview is no reason for a message.
 */
export function useStoryboard(url: string | undefined) {
  const [read, setRead] = useState<{ url: string; thumbnails: readonly Thumbnail[] } | null>(null)
  const asked = useRef<Asked>({ url: '', at: 0, failed: false })

  const load = useCallback(async () => {
    if (!url) return
    asked.current = { url, at: Date.now(), failed: false }
    try {
      const response = await fetch(url)
      const thumbnails = response.ok ? parseStoryboard(await response.text(), response.url) : []
      if (asked.current.url === url) setRead({ url, thumbnails })
    } catch {
      // offline: wanted again later
      if (asked.current.url === url) asked.current.failed = true
    }
  }, [url])

  /** Reads the list if it was not yet. */
  const want = useCallback(() => {
    if (isWanted(asked.current, url, Date.now())) void load()
  }, [load, url])
  /** An image could not be shown. */
  const failed = useCallback(() => {
    if (isWanted({ ...asked.current, failed: true }, url, Date.now())) void load()
  }, [load, url])

  return { thumbnails: read && read.url === url ? read.thumbnails : none, want, failed }
}
