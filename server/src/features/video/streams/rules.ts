/** Seconds by which the length of a stream may differ from that of its original. */
export const mostDifference = 1

/** Returns the length in seconds of a rendition, from its playlist. */
export const playlistSeconds = (text: string): number =>
  [...text.matchAll(/^#EXTINF:([\d.]+)/gm)].reduce((sum, [, seconds]) => sum + Number(seconds), 0)
