import { DomainError } from '#core/domain-error.ts'

const timing =
  /^\s*(?:(\d{1,3}):)?([0-5]?\d):([0-5]\d)[.,](\d{3})\s+-->\s+(?:(\d{1,3}):)?([0-5]?\d):([0-5]\d)[.,](\d{3})(?:\s.*)?$/
const maxCues = 20_000
/** Blocks of WebVTT that are no captions. They are dropped: styles of strangers must not reach the player. */
const others = /^(WEBVTT|NOTE|STYLE|REGION)([\s:]|$)/

type Cue = { start: number; end: number; text: string }

/**
 * Parses a WebVTT or SubRip file and returns plain WebVTT: cues in order of time, with their text and nothing else.
 * Throws wrong_captions with a message that names the line.
 */
export function readCaptions(file: string): string {
  if (file.includes('\uFFFD')) {
    throw new DomainError(
      'wrong_captions',
      'This file is not written in UTF-8. Save it with the encoding UTF-8 and try again.',
    )
  }
  const lines = file.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  const cues: Cue[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (line.trim() === '') continue
    const from = at
    while (at + 1 < lines.length && (lines[at + 1] ?? '').trim() !== '') at++
    if (others.test(line)) continue
    const cue = readCue(lines.slice(from, at + 1), from + 1)
    if (cue.text !== '') cues.push(cue)
  }
  if (cues.length === 0) throw new DomainError('wrong_captions')
  if (cues.length > maxCues)
    throw new DomainError('wrong_captions', 'This file has too many captions: at most 20,000 fit')
  cues.sort((a, b) => a.start - b.start)
  return `WEBVTT\n\n${cues.map(cueOf).join('\n')}`
}

const cueOf = ({ start, end, text }: Cue): string => `${clock(start)} --> ${clock(end)}\n${text}\n`

/** Writes a plain text, and its times in seconds, as a cue. */
export const writeCue = ({ start, end, text }: Cue): string =>
  cueOf({
    start: Math.round(start * 1000),
    end: Math.round(end * 1000),
    text: text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  })

/** Parses a block: an optional number or name, the times, the text. `number` is its first line's, from 1. */
function readCue(block: string[], number: number): Cue {
  const at = block.findIndex((line) => line.includes('-->'))
  if (at < 0 || at > 1) {
    throw new DomainError(
      'wrong_captions',
      `Line ${number}: these are no captions. Each needs its times, such as 00:00:01.000 --> 00:00:04.000`,
    )
  }
  const times = timing.exec(block[at] ?? '')
  if (!times) {
    throw new DomainError(
      'wrong_captions',
      `Line ${number + at}: these times cannot be read. Write them as 00:00:01.000 --> 00:00:04.000`,
    )
  }
  const [start, end] = [times.slice(1, 5), times.slice(5, 9)].map(
    ([hours = '0', minutes, seconds, rest]) =>
      (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000 + Number(rest),
  )
  if (start === undefined || end === undefined || end <= start) {
    throw new DomainError('wrong_captions', `Line ${number + at}: this caption ends before it begins`)
  }
  const text = block
    .slice(at + 1)
    .map((line) => line.replace(/[^\P{Cc}\t]/gu, '').trim())
    // An arrow in the text would be parsed as times.
    .map((line) => line.replaceAll('-->', '→'))
    .filter(Boolean)
  return { start, end, text: text.join('\n') }
}

const two = (value: number): string => String(value).padStart(2, '0')
const clock = (ms: number): string =>
  `${two(Math.floor(ms / 3600_000))}:${two(Math.floor(ms / 60_000) % 60)}:${two(Math.floor(ms / 1000) % 60)}.${String(ms % 1000).padStart(3, '0')}`
