/** One demuxer for each type that the bytes of a file told: no playlists, scripts or rare formats are opened. */
const demuxers: Record<string, string> = { 'video/mp4': 'mov', 'video/webm': 'matroska' }

/** Decoders that browsers and cameras need. */
const pictureDecoders = 'h264,hevc,vp8,libvpx,vp9,libvpx-vp9,av1,libdav1d,mpeg4,h263,mjpeg,prores'
/** Decoders of what else lies in videos: texts, and covers. They are opened with the file, and refused with it otherwise. */
const besideDecoders = 'mov_text,text,subrip,srt,webvtt,ass,ssa,png'
/** Decoders of sound that browsers, cameras and phones need, old ones too. */
export const soundDecoders = [
  'aac,mp3,mp3float,mp2,mp2float,opus,libopus,vorbis,libvorbis,flac,alac,ac3,eac3,amrnb,amrwb',
  'pcm_u8,pcm_s8,pcm_s16le,pcm_s16be,pcm_s24le,pcm_s24be,pcm_s32le,pcm_s32be,pcm_f32le,pcm_f32be,pcm_mulaw,pcm_alaw',
  'adpcm_ms,adpcm_ima_wav,adpcm_ima_qt',
].join(',')
export const mediaDecoders = `${pictureDecoders},${soundDecoders},${besideDecoders}`

/** Returns the arguments with which ffmpeg opens a local file of a type, and nothing else that the file names. Null for a type that is not read. */
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
