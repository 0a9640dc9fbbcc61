const axisWidth = 52
/** Room that a name of 10 characters and '...' takes beside its neighbours: level, and at a slant. */
const levelRoom = 92
const slantedRoom = 44
const widestBar = 56

export type ChartLayout = { width: number; slanted: boolean; barWidth: number }

/** How wide a chart of so many bars is drawn in so many pixels; wider than those when the bars would become too thin. */
export function chartLayout(bars: number, room: number): ChartLayout {
  const each = (room - axisWidth) / Math.max(1, bars)
  const slanted = each < levelRoom
  return { width: Math.max(room, axisWidth + bars * slantedRoom), slanted, barWidth: widestBar }
}
