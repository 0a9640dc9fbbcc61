/** The demuxer for each type that is detected from the bytes of a file. Playlists, scripts and rare formats are never opened. */
const demuxers: Record<string, string> = { 'video/mp4': 'mov', 'video/webm': 'matroska' }

/** Decoders for pictures from browsers and cameras. */
const pictureDecoders = 'h264,hevc,vp8,libvpx,vp9,libvpx-vp9,av1,libdav1d,mpeg4,h263,mjpeg,prores'
/** Decoders for other tracks in videos: texts and cover images. Without them ffmpeg refuses a file that has such tracks. */
const besideDecoders = 'mov_text,text,subrip,srt,webvtt,ass,ssa,png'
/** Decoders for sound from browsers, cameras and phones, including old ones. */
export const soundDecoders = [
  'aac,mp3,mp3float,mp2,mp2float,opus,libopus,vorbis,libvorbis,flac,alac,ac3,eac3,amrnb,amrwb',
  'pcm_u8,pcm_s8,pcm_s16le,pcm_s16be,pcm_s24le,pcm_s24be,pcm_s32le,pcm_s32be,pcm_f32le,pcm_f32be,pcm_mulaw,pcm_alaw',
  'adpcm_ms,adpcm_ima_wav,adpcm_ima_qt',
].join(',')
export const mediaDecoders = `${pictureDecoders},${soundDecoders},${besideDecoders}`

/**
 * Returns the arguments with which ffmpeg opens a local file of a type, and nothing that the file refers to. Null for unsupported types.
 */
export function mediaInput(
  { path, contentType }: { path: string; contentType: string },
  { decoders = mediaDecoders, options = [] }: { decoders?: string; options?: string[] } = {},
): string[] | null {
  const demuxer = demuxers[contentType]
  if (!demuxer) return null
  return [
    ...['-protocol_whitelist', 'file', '-codec_whitelist', decoders],
    ...[...options, '-f', demuxer, '-i', `file:${path}`],
  ]
}
