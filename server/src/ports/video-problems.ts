import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'

/** What educators read about a video that is refused, or whose stream is not made or not as it should be. */
export const videoProblems = {
  damaged: () =>
    msg`This video cannot be read: the file is damaged, or of a kind that is not supported. Please export it as MP4 with H.264 and upload it again.`,
  pale: () =>
    msg`This video has a high dynamic range (HDR), which this server cannot convert: its qualities look pale. Please export it in SDR and upload it again.`,
  silent: () =>
    msg`The sound of this video cannot be read, so its qualities are silent. Please export it with AAC sound and upload it again.`,
  silentAndPale: () =>
    msg`The sound of this video cannot be read, so its qualities are silent. Please export it with AAC sound and upload it again. This video has a high dynamic range (HDR), which this server cannot convert: its qualities look pale. Please export it in SDR and upload it again.`,
  noSpace: () => msg`The server has too little disk space for this video at the moment.`,
  noProgram: () => msg`The server cannot prepare videos at the moment.`,
  wasKilled: () =>
    msg`Preparing this video was ended by the server, as when it has too little memory. Please try again, or export it with a smaller picture.`,
  slowPackets: () => msg`This video takes too long to read. Please export it again.`,
  slowHeader: () => msg`This video takes too long to read. If it fails again, please export it again.`,
  slow: () =>
    msg`Preparing this video took too long. Please export it with a smaller picture, or split it, and upload it again.`,
  soundOnly: () =>
    msg`This file has sound but no picture. Please upload a video, or add the sound to the lecture as a file.`,
  noPicture: () =>
    msg`This file has no picture that could be read. Please export it as MP4 with H.264 and upload it again.`,
  noLength: () =>
    msg`The length of this video cannot be found: the file is damaged or not finished. Please export it again.`,
  tooMuchWork: () =>
    msg`This video is too long for its picture: at most 12 hours in Full HD, or 3 hours in 4K, can be prepared. Please split it, or export it smaller.`,
  moreTracks: (most: string) =>
    msg`This video has more than ${{ most }} tracks. Please export it with one picture and one sound.`,
  tooManyTracks: (count: string, most: string) =>
    msg`This video has ${{ count }} tracks; at most ${{ most }} are possible. Please export it with one picture and one sound.`,
  foreign: (kind: string) =>
    msg`This video has a picture or sound of the kind ${{ kind }}, which is not supported. Please export it as MP4 with H.264 and AAC, and upload it again.`,
  tooLarge: (width: string, height: string) =>
    msg`The picture of this video has ${{ width }} x ${{ height }} pixels, more than can be processed. Please export it in 4K or smaller.`,
  tooSmall: (width: string, height: string) =>
    msg`The picture of this video has only ${{ width }} x ${{ height }} pixels. Please export it larger.`,
  strip: (width: string, height: string) =>
    msg`The picture of this video is a strip of ${{ width }} x ${{ height }} pixels. Please export it in a usual shape, such as 16:9.`,
  tooLong: (hours: string, most: string) =>
    msg`This video says that it is ${{ hours }} hours long; at most ${{ most }} are possible. Please split it, or export it again.`,
  incomplete: (there: string, announced: string) =>
    msg`This video ends after ${{ there }} of ${{ announced }}: the file is not complete. Please upload it again.`,
  madeInPart: (made: string, whole: string) =>
    msg`Only ${{ made }} of the ${{ whole }} of this video could be prepared. Please export it again and upload it again.`,
  pictureEnds: (from: string, to: string) =>
    msg`The picture of this video cannot be read after ${{ from }} of ${{ to }}: the file is damaged or not complete. Please upload it again.`,
  soundEnds: (from: string, to: string) =>
    msg`The sound of this video cannot be read after ${{ from }} of ${{ to }}: the file is damaged or not complete. Please upload it again.`,
} satisfies Record<string, (...values: string[]) => MessageDescriptor>

/** A sentence in English, as it is kept. */
export const englishOf = ({ message = '', values = {} }: MessageDescriptor): string =>
  message.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
