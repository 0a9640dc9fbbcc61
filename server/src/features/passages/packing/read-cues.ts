import { oneLine } from './clean-text.ts'

/** What is said, with the seconds of its video. */
export type Cue = { start: number; end: number; text: string }

const timing = /^(\d{2,}):(\d{2}):(\d{2}\.\d{3}) --> (\d{2,}):(\d{2}):(\d{2}\.\d{3})/
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
  lrm: '',
  rlm: '',
  quot: '"',
}

const seconds = (hours = '0', minutes = '0', rest = '0'): number =>
  Number(hours) * 3600 + Number(minutes) * 60 + Number(rest)

/** What a cue says without voices, styles and references of characters. */
const spoken = (text: string): string =>
  oneLine(
    text
      .replaceAll(/<[^<>]*>/g, ' ')
      .replaceAll(/&(amp|lt|gt|nbsp|lrm|rlm|quot);/g, (_, name: string) => entities[name] ?? ' '),
  )

/** Returns the cues of captions as they are stored (`readCaptions`), in their order, those that say something. */
export function readCues(vtt: string): Cue[] {
  const cues: Cue[] = []
  let lines: string[] = []
  let times: { start: number; end: number } | null = null
  const close = (): void => {
    const text = spoken(lines.join(' '))
    if (times && text !== '') cues.push({ ...times, text })
    lines = []
  }
  for (const line of vtt.split('\n')) {
    const found = line.includes('-->') ? timing.exec(line) : null
    if (found) {
      close()
      times = { start: seconds(...found.slice(1, 4)), end: seconds(...found.slice(4, 7)) }
    } else if (times) lines.push(line)
  }
  close()
  return cues.sort((a, b) => a.start - b.start)
}
