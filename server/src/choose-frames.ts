import type { FastifyBaseLogger } from 'fastify'
import { ffmpegFrames } from './adapters/frames/ffmpeg.ts'
import type { Frames } from './ports/frames.ts'

/** Looks for the system's ffmpeg, once; where there is none, the log says what is missing and how to get it. */
export function chooseFrames(log: FastifyBaseLogger): Frames {
  const frames = ffmpegFrames()
  if (!frames.available)
    log.info(
      'ffmpeg was not found: lecture videos get no poster picture. Install it (apt-get install ffmpeg) and restart.',
    )
  return frames
}
