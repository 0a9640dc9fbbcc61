/** Height of the charts in pixels (specification, section 9). */
export const chartHeight = 300

/** One number for each course. */
export type ChartData = {
  rows: readonly { _id: string; title: string; value: number }[]
  /** The counted thing, singular and plural. */
  noun: { one: string; many: string }
  tone: 'primary' | 'accent'
}

const axisWidth = 52
/** Width of a name of 10 characters and '...' on the axis, in pixels: horizontal, and slanted. */
const levelWidth = 92
const slantedWidth = 44
const widestBar = 56

export type ChartLayout = { width: number; slanted: boolean; barWidth: number }

/** Returns the layout of a chart for the available width; the chart is wider when its bars would become too thin. */
export function chartLayout(bars: number, available: number): ChartLayout {
  const each = (available - axisWidth) / Math.max(1, bars)
  const slanted = each < levelWidth
  return { width: Math.max(available, axisWidth + bars * slantedWidth), slanted, barWidth: widestBar }
}
