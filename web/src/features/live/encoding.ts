/** What is asked of the video encoder for one of the others; bits per second, frames per second. */
export type Encoding = { maxBitrate: number; maxFramerate: number; scaleResolutionDownBy: number }

/**
 * In a mesh everybody encodes and uploads once for each of the others. So that telephones and slow lines bear it, pictures
 * become smaller as people come; the educator's stays larger, a shared screen stays readable.
 * @param people in the room, who sends included
 */
export function encodingFor(people: number, what: 'camera' | 'screen', isEducator: boolean): Encoding {
  if (what === 'screen')
    return { maxBitrate: people > 3 ? 700_000 : 1_200_000, maxFramerate: 8, scaleResolutionDownBy: 1 }
  if (people <= 2) return { maxBitrate: 900_000, maxFramerate: 24, scaleResolutionDownBy: 1 }
  if (people === 3) return { maxBitrate: 500_000, maxFramerate: 20, scaleResolutionDownBy: 1 }
  if (isEducator) return { maxBitrate: 350_000, maxFramerate: 15, scaleResolutionDownBy: 1.5 }
  return { maxBitrate: 150_000, maxFramerate: 12, scaleResolutionDownBy: 2 }
}
