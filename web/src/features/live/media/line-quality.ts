/** How much a line carries: 0 everything, 1 and 2 smaller pictures, 3 sound alone. */
export type LineLevel = 0 | 1 | 2 | 3

/** What arrived between two looks at a connection. */
export type LineSample = {
  packets: number
  lost: number
  /** part of the time in which a picture stood still, 0 to 1 */
  frozen: number
}

/** Above the first a sample is bad, below the second it is good: lost packets of all. */
const badLoss = 0.08
const goodLoss = 0.02
const badFrozen = 0.3
/** Fewer packets than this tell nothing. */
const fewPackets = 20
/** Bad samples in a row after which pictures become smaller. */
const badInRow = 2
/** Good samples in a row after which they become larger: at first, and at most when that went wrong before. */
const firstGoodInRow = 5
const mostGoodInRow = 40

/** Judges a line by samples. It comes down quickly and goes up slowly, more slowly after each time that it went up in vain. */
export function createLineQuality() {
  let level: LineLevel = 0
  let bad = 0
  let good = 0
  let needed = firstGoodInRow
  /** samples since it went up */
  let sinceUp = Number.POSITIVE_INFINITY
  const to = (next: number): void => {
    level = Math.min(3, Math.max(0, next)) as LineLevel // within the four
    bad = 0
    good = 0
  }
  return {
    level: (): LineLevel => level,
    take({ packets, lost, frozen }: LineSample): LineLevel {
      sinceUp++
      const isEnough = packets + lost >= fewPackets
      // where no one speaks either, only another picture can show what the line carries
      if (!isEnough && level < 3) return level
      const loss = isEnough ? lost / (packets + lost) : 0
      if (loss > badLoss || frozen > badFrozen) {
        good = 0
        bad++
        if (bad < badInRow || level === 3) return level
        if (sinceUp < 2 * firstGoodInRow) needed = Math.min(mostGoodInRow, 2 * needed)
        to(level + 1)
        return level
      }
      bad = 0
      good = loss < goodLoss ? good + 1 : 0
      if (good < needed || level === 0) return level
      sinceUp = 0
      if (level === 1) needed = firstGoodInRow
      to(level - 1)
      return level
    },
  }
}

type Totals = { packets: number; lost: number; frozen: number; bytes: number; time: number }

/** The fields of the reports that are read; browsers leave some of them out. */
type Report = {
  type: string
  packetsReceived?: number
  packetsLost?: number
  totalFreezesDuration?: number
  bytesReceived?: number
  responsesReceived?: number
}

/** Returns a function that compares the statistics of a connection with those of the call before. */
export function createSampler() {
  let before: Totals | null = null
  return async (pc: RTCPeerConnection): Promise<LineSample & { bytes: number }> => {
    const now: Totals = { packets: 0, lost: 0, frozen: 0, bytes: 0, time: performance.now() }
    for (const report of (await pc.getStats()).values() as Iterable<Report>) {
      if (report.type === 'inbound-rtp') {
        now.packets += report.packetsReceived ?? 0
        now.lost += report.packetsLost ?? 0
        now.frozen = Math.max(now.frozen, report.totalFreezesDuration ?? 0)
      }
      if (report.type === 'transport' || report.type === 'candidate-pair')
        now.bytes += (report.bytesReceived ?? 0) + (report.responsesReceived ?? 0)
    }
    const last = before ?? now
    before = now
    const seconds = Math.max(0.001, (now.time - last.time) / 1000)
    return {
      packets: Math.max(0, now.packets - last.packets),
      lost: Math.max(0, now.lost - last.lost),
      frozen: Math.min(1, Math.max(0, now.frozen - last.frozen) / seconds),
      bytes: now.bytes,
    }
  }
}
