import { spawn } from 'node:child_process'
import { once } from 'node:events'

export type Encoding = {
  target: string
  container: 'mp4' | 'webm'
  sound: string
  fps: number
  /** Constant quality: higher is smaller. */
  quality: number
}

const picture = (of: Encoding): string[] => {
  const key = String(of.fps * 2)
  return of.container === 'mp4'
    ? [
        '-c:v',
        'libx264',
        '-preset',
        'veryslow',
        '-profile:v',
        'high',
        '-pix_fmt',
        'yuv420p',
        '-crf',
        String(of.quality),
        '-tune',
        'animation',
        '-g',
        key,
        '-keyint_min',
        key,
        '-sc_threshold',
        '0',
        '-c:a',
        'aac',
        '-b:a',
        '40k',
        '-movflags',
        '+faststart',
      ]
    : [
        '-c:v',
        'libvpx-vp9',
        '-pix_fmt',
        'yuv420p',
        '-crf',
        String(of.quality + 8),
        '-b:v',
        '0',
        '-g',
        key,
        '-row-mt',
        '1',
        '-deadline',
        'good',
        '-cpu-used',
        '2',
        '-c:a',
        'libopus',
        '-b:a',
        '36k',
      ]
}

export type Encoder = { write: (png: Buffer) => Promise<void>; finish: () => Promise<void> }

/** Starts ffmpeg; feed it one PNG a frame, then finish. Throws with ffmpeg's own words when it fails. */
export const startEncoder = (of: Encoding): Encoder => {
  const child = spawn(
    'ffmpeg',
    [
      '-v',
      'error',
      '-y',
      '-f',
      'image2pipe',
      '-framerate',
      String(of.fps),
      '-c:v',
      'png',
      '-i',
      'pipe:0',
      '-i',
      of.sound,
      '-vf',
      'scale=out_color_matrix=bt709:out_range=tv',
      '-colorspace',
      'bt709',
      '-color_primaries',
      'bt709',
      '-color_trc',
      'bt709',
      ...picture(of),
      '-map_metadata',
      '-1',
      '-fflags',
      '+bitexact',
      '-shortest',
      of.target,
    ],
    { stdio: ['pipe', 'inherit', 'inherit'] },
  )
  const ended = once(child, 'exit')
  return {
    write: async (png) => {
      if (!child.stdin.write(png)) await once(child.stdin, 'drain')
    },
    finish: async () => {
      child.stdin.end()
      const [status] = await ended
      if (status !== 0) throw new Error(`ffmpeg ended with ${status} for ${of.target}`)
    },
  }
}
