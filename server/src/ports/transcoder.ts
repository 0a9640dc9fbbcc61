import type { MessageDescriptor } from '@lingui/core'
import { englishOf } from './video-problems.ts'

/** A local file with untrusted content, its detected type, and its length where that was measured: recordings of browsers do not say it. */
export type VideoSource = { path: string; contentType: string; seconds?: number | null }

/** What a video says about itself. Sizes are in pixels as it is shown: upright, with square pixels. */
export type VideoFacts = {
  /** length of the longest of its pictures and sounds; where the picture ends earlier, its last one stays */
  seconds: number
  width: number
  height: number
  /** frames a second; what it has more of is left out of streams */
  frameRate: number
  hasAudio: boolean
  /** which of its sounds is heard, from 0: the first one that can be read */
  audioTrack?: number
  /** place of the picture among all tracks, from 0; the first picture by default */
  pictureTrack?: number
  /** the picture consists of two fields of different moments: which of them comes first, or `auto` where each picture says so */
  interlaced?: 'auto' | 'tff' | 'bff'
  /** the curve of a picture with a high dynamic range */
  highRange?: 'smpte2084' | 'arib-std-b67'
  /** channels of a sound that are heard on both sides alike, since nothing says where they belong */
  mixedChannels?: number
  /** seconds at which the last picture begins and the sound ends: what is read must come so far */
  reach?: { picture: number; sound: number | null }
  /** what its educator should know although a stream is made, in a sentence */
  warning?: string
}

/** One quality of a stream. */
export type Rendition = {
  /** its name, one of `renditionHeights`: the picture fits into a box of this height and 16:9, or upright 9:16 */
  height: number
  /** pixels of the picture */
  width: number
  /** pixels of the picture, such as `640x360` */
  resolution: string
  /** bits a second of its largest segment, and of all of it */
  bandwidth: number
  average: number
  /** as in RFC 6381, such as `avc1.4d401e,mp4a.40.2` */
  codecs: string
  frameRate: number
  bytes: number
}

/** Sheets of small pictures, one every `seconds`, in rows from left to right. */
export type Storyboard = {
  columns: number
  rows: number
  width: number
  height: number
  seconds: number
  count: number
}

/** The files of a stream: `<height>p.mp4`, `<height>p.m3u8` and `storyboard-<n>.webp`, with the lowest rendition first. */
export type MadeStream = {
  /** length of the shortest rendition, as its playlist says it */
  seconds: number
  renditions: Rendition[]
  storyboard: Storyboard | null
  files: { name: string; contentType: string }[]
}

/**
 * The video is refused or its stream failed; the message tells its educator why, in a sentence. A refused one fails again each time,
 * with the others another try may help.
 */
export class VideoProblem extends Error {
  override name = 'VideoProblem'
  readonly refused: boolean
  constructor(
    sentence: MessageDescriptor | string,
    { refused = false, cause }: { refused?: boolean; cause?: unknown } = {},
  ) {
    super(typeof sentence === 'string' ? sentence : englishOf(sentence), { cause })
    this.refused = refused
  }
}

/**
 * The work ended for a reason that is not in the video, in a sentence for its educator, so that it is no attempt: a program that is gone,
 * a store that does not answer (`all`: no other video can be worked on either), or too little disk space for this video (`space`).
 */
export class WorkerProblem extends Error {
  override name = 'WorkerProblem'
  readonly reach: 'all' | 'space'
  constructor(sentence: MessageDescriptor | string, { reach, cause }: { reach: 'all' | 'space'; cause?: unknown }) {
    super(typeof sentence === 'string' ? sentence : englishOf(sentence), { cause })
    this.reach = reach
  }
}

/** Reads videos, and makes pictures and streams of them. Programs that it starts end with this process, and with `signal`. */
export type Transcoder = {
  /**
   * Returns a representative image near a time, as PNG of at most 1280 x 1280 pixels. Null when there is no image. Does not throw.
   */
  grab(source: VideoSource, atSeconds: number): Promise<Uint8Array | null>
  /** Throws VideoProblem for what is no video or beyond the limits, WorkerProblem, and the reason of `signal`. */
  probe(source: VideoSource, signal?: AbortSignal): Promise<VideoFacts>
  /** Most bytes that the files of a stream can have. */
  largestStream(facts: VideoFacts): number
  /**
   * Writes a stream to an empty folder. `facts` are those of `probe`. Throws VideoProblem, WorkerProblem, and the reason of `signal`;
   * the caller deletes the folder.
   */
  makeStream(
    source: VideoSource,
    facts: VideoFacts,
    options: { folder: string; onProgress?: (percent: number) => void; signal?: AbortSignal },
  ): Promise<MadeStream>
}
