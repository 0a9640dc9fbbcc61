/** Maximum size of images of one format. `kind` is its display name. */
export type ImageLimit = { kind: string; megapixels: number; width: number }

/**
 * Limits by image format, as measured by `npm run bench -- images`; decoding needs at most 75 MB more than an idle process. Baseline JPEG
 * and non-interlaced PNG are read row by row. Bytes per pixel of the others: progressive JPEG 4 to 11, WebP and interlaced PNG 4 (16 bits:
 * 12), GIF 6, AVIF 20 to 29.
 */
export const imageLimits = {
  jpeg: { kind: 'JPEG', megapixels: 110, width: 30_000 },
  'jpeg-progressive': { kind: 'progressive JPEG', megapixels: 16, width: 16_000 },
  'jpeg-progressive-444': { kind: 'progressive JPEG without chroma subsampling', megapixels: 9, width: 16_000 },
  'jpeg-progressive-cmyk': { kind: 'progressive JPEG in four inks', megapixels: 5, width: 16_000 },
  png: { kind: 'PNG', megapixels: 50, width: 8_200 },
  'png-16': { kind: '16-bit PNG', megapixels: 12.5, width: 4_400 },
  'png-interlaced': { kind: 'interlaced PNG', megapixels: 12.5, width: 6_000 },
  'png-interlaced-16': { kind: 'interlaced 16-bit PNG', megapixels: 5, width: 4_400 },
  webp: { kind: 'WebP', megapixels: 14, width: 16_383 },
  gif: { kind: 'GIF', megapixels: 9, width: 8_200 },
  avif: { kind: 'AVIF', megapixels: 3.7, width: 4_400 },
  'avif-deep': { kind: 'AVIF with transparency or more than 8 bits', megapixels: 2.4, width: 4_400 },
} as const satisfies Record<string, ImageLimit>

/**
 * Maximum data memory (heap, private mappings) of the process in kilobytes, of which the program itself needs about 26 MB. A second
 * line of defence behind the limits above, for files with a wrong size in their header.
 */
export const maxDataKb = 118_000
/** Resident memory in bytes at which the process ends itself, on systems that do not enforce the limit above. */
export const maxRssBytes = 160 * 1024 ** 2
export const maxCpuSeconds = 20
export const maxSeconds = 60
