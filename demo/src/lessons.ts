import type { DemoLecture } from './types.ts'

/** The short lessons of the media folder, by what they show. */
export const videos = {
  welcome: 'welcome.mp4',
  boxes: 'web-boxes.mp4',
  reactState: 'web-react-state.mp4',
  request: 'web-request-journey.mp4',
  widgets: 'app-widget-tree.mp4',
  navigation: 'app-navigation.mp4',
  network: 'ai-neural-network.mp4',
  descent: 'ai-gradient-descent.webm',
  prompt: 'tools-clear-prompt.mp4',
  automate: 'tools-automate.mp4',
  table: 'data-tidy-table.mp4',
  spread: 'data-spread.mp4',
  join: 'analytics-sql-join.mp4',
  chart: 'analytics-honest-chart.mp4',
  scan: 'hacking-lab-scan.mp4',
  hash: 'hacking-salted-hash.mp4',
  hierarchy: 'design-hierarchy.mp4',
  grid: 'design-grid.webm',
  compound: 'other-compound-growth.mp4',
} as const

type Video = keyof typeof videos

/** How long the videos are, in whole seconds. */
export const videoSeconds: Readonly<Record<(typeof videos)[Video], number>> = {
  'welcome.mp4': 28,
  'web-boxes.mp4': 33,
  'web-react-state.mp4': 29,
  'web-request-journey.mp4': 32,
  'app-widget-tree.mp4': 27,
  'app-navigation.mp4': 23,
  'ai-neural-network.mp4': 34,
  'ai-gradient-descent.webm': 34,
  'tools-clear-prompt.mp4': 34,
  'tools-automate.mp4': 31,
  'data-tidy-table.mp4': 30,
  'data-spread.mp4': 32,
  'analytics-sql-join.mp4': 29,
  'analytics-honest-chart.mp4': 33,
  'hacking-lab-scan.mp4': 38,
  'hacking-salted-hash.mp4': 32,
  'design-hierarchy.mp4': 32,
  'design-grid.webm': 32,
  'other-compound-growth.mp4': 22,
}

/** `description` says in Markdown what a lesson teaches that shares its video with others. */
export const lesson = (title: string, video: Video, description?: string): DemoLecture => ({
  title,
  video: videos[video],
  seconds: videoSeconds[videos[video]],
  ...(description !== undefined && { description }),
})

/** A lesson that anyone may watch. */
export const preview = (title: string, video: Video): DemoLecture => ({ ...lesson(title, video), preview: true })

/** Paragraphs as one text with blank lines between them. */
export const paragraphs = (...texts: readonly string[]): string => texts.join('\n\n')
