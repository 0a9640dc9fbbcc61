import type { FastifyBaseLogger } from 'fastify'
import { ffmpegThumbnailer } from '#adapters/thumbnailer/ffmpeg.ts'
import type { Thumbnailer } from '#ports/thumbnailer.ts'

/** Looks for the system's ffmpeg, once; where there is none, the log says what is missing and how to get it. */
export function chooseThumbnailer(log: FastifyBaseLogger): Thumbnailer {
  const thumbnailer = ffmpegThumbnailer()
  if (!thumbnailer.available)
    log.info(
      'ffmpeg was not found: lecture videos get no poster picture. Install it (apt-get install ffmpeg) and restart.',
    )
  return thumbnailer
}
