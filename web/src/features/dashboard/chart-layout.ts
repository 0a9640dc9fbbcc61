/** Height of the charts in pixels (specification, section 9). */
export const chartHeight = 300

/** One number for each course. */
export type ChartData = {
  rows: readonly { _id: string; title: string; value: number }[]
  /** Heading of the counts: "Lectures". */
  unit: string
  /** A count in words: "3 lectures". */
  inWords: (count: number) => string
  tone: 'primary' | 'accent'
}

const axisWidth = 52
/** Width of a name of 10 characters and '...' on the axis, in pixels. */
const nameWidth = 88

export const widestBar = 56

/** Height of a bar that lies, with the room around it. */
const lyingBar = 26
/** Height of the axis below bars that lie. */
const lyingAxis = 30

export type ChartLayout = {
  /** the bars lie, with their names before them: beside one another the names would not fit */
  lying: boolean
  /** of all bars in pixels; more than `chartHeight` scrolls */
  height: number
}

/** Returns how bars are laid out so that all of them fit into the available width. */
export function layOut(bars: number, available: number): ChartLayout {
  const lying = axisWidth + bars * nameWidth > available
  return { lying, height: lying ? Math.max(chartHeight, bars * lyingBar + lyingAxis) : chartHeight }
}
