import { type ImageFormat, imageFormats, imageWidths } from '@virtual-courses/contract'

/** Prefix of all files of an image in the media store. */
export const imagePrefix = (imageId: string): string => `images/${imageId}/`

export const imageKey = (imageId: string, width: number, format: ImageFormat): string =>
  `${imagePrefix(imageId)}${width}.${format}`

/** Key of a video in the media store. */
export const videoKey = (videoId: string): string => `videos/${videoId}`

/** Key of an attachment's file in the media store. */
export const fileKey = (fileId: string): string => `files/${fileId}`

/** The file names of an image with their sizes and formats. */
export const imageFiles: ReadonlyMap<string, { width: number; format: ImageFormat }> = new Map(
  imageWidths.flatMap((width) => imageFormats.map((format) => [`${width}.${format}`, { width, format }] as const)),
)
