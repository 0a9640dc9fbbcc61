/** Formats bytes in decimal units, as the pages do: 840 kB, 3.4 MB, 120 GB. */
function sizeText(bytes: number): string {
  const units = ['kB', 'MB', 'GB', 'TB'] as const
  let value = bytes / 1000
  let unit = 0
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000
    unit++
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`
}

type Amounts<T> = { account: T; site: T }

/** Returns the sentence for bytes that exceed what an account or the site may have in the store; null when they fit. */
export function describeFull(used: Amounts<number>, limits: Amounts<number | null>, bytes: number): string | null {
  if (limits.account !== null && used.account + bytes > limits.account)
    return `This needs ${sizeText(bytes)}, and your files already take ${sizeText(used.account)} of the ${sizeText(limits.account)} that you may use. Remove lectures or files that you no longer need, or ask the support of this site for more room.`
  if (limits.site !== null && used.site + bytes > limits.site)
    return `This needs ${sizeText(bytes)}, but the files of this site already take ${sizeText(used.site)} of ${sizeText(limits.site)}. Please tell the operator of this site.`
  return null
}

/** Unnamed objects of a pass that may be removed whatever else is in the store, and the largest share of all that may. */
const fewObjects = 100
const fewShare = 0.1

/** Whether what a pass found unnamed is little enough to be what interrupted work leaves, not the trace of a wrong database. */
export const mayRemoveUnnamed = ({ objects, unnamed }: { objects: number; unnamed: number }): boolean =>
  unnamed <= fewObjects || unnamed <= objects * fewShare

/** Seconds by which the length of a stream may differ from that of its original. */
export const mostDifference = 1

/** Returns the length in seconds of a rendition, from its playlist. */
export const playlistSeconds = (text: string): number =>
  [...text.matchAll(/^#EXTINF:([\d.]+)/gm)].reduce((sum, [, seconds]) => sum + Number(seconds), 0)
