import { type ImageFormat, imageFormats, imageWidths } from '@virtual-courses/contract'

/** Prefix of all files of an image in the media store. */
export const imagePrefix = (imageId: string): string => `images/${imageId}/`

export const imageKey = (imageId: string, width: number, format: ImageFormat): string =>
  `${imagePrefix(imageId)}${width}.${format}`

/** Key of a video in the media store. */
export const videoKey = (videoId: string): string => `videos/${videoId}`

/** Prefix of all files of a stream. Files of a stream never change: a new stream has a new id. */
export const streamPrefix = (streamId: string): string => `streams/${streamId}/`

/** Key of a rendition: one fragmented MP4 of the whole length. */
export const renditionKey = (streamId: string, height: number): string => `${streamPrefix(streamId)}${height}p.mp4`

/** Key of a rendition's playlist as it was written, with byte ranges of `<height>p.mp4`. */
export const playlistKey = (streamId: string, height: number): string => `${streamPrefix(streamId)}${height}p.m3u8`

/** Key of a sheet of the storyboard; the first one is 0. */
export const storyboardKey = (streamId: string, sheet: number): string =>
  `${streamPrefix(streamId)}storyboard-${sheet}.webp`

/** Key of an attachment's file in the media store. */
export const fileKey = (fileId: string): string => `files/${fileId}`

/** The file names of an image with their sizes and formats. */
export const imageFiles: ReadonlyMap<string, { width: number; format: ImageFormat }> = new Map(
  imageWidths.flatMap((width) => imageFormats.map((format) => [`${width}.${format}`, { width, format }] as const)),
)
