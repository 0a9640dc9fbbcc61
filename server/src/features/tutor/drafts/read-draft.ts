import { type Chapter, maxChapters, maxChapterTitle, type QuestionInput } from '@virtual-courses/contract'
import { sanitiseLine } from '#core/answers/sanitise-line.ts'
import type { Passage } from '../passage.ts'

/** Handles stand before a title or after a sentence; a passage that was not given is none. */
const handle = /\[cite:(\d{1,3})\]/

const withoutHandles = (line: string): string => sanitiseLine(line.replace(/\[\s*cite[^\]]{0,60}\]?/gi, ' '))

const passageOf = (line: string, passages: readonly Passage[]): Passage | undefined =>
  passages[Number(handle.exec(line)?.[1] ?? Number.NaN) - 1]

/** Reads lines `[cite:3] Title`: each chapter starts where its passage does, the first one at 0. */
export function readChapters(answer: string, passages: readonly Passage[]): Chapter[] {
  const chapters: Chapter[] = []
  for (const line of answer.split('\n')) {
    const start = passageOf(line, passages)?.start
    const title = [...withoutHandles(line).replace(/^(?:[-*]|\d{1,2}[.)])\s+/, '')]
      .slice(0, maxChapterTitle)
      .join('')
      .trim()
    if (start === undefined || start === null || title === '') continue
    const second = chapters.length === 0 ? 0 : Math.floor(start)
    if (second <= (chapters.at(-1)?.start ?? -1) || chapters.length === maxChapters) continue
    chapters.push({ start: second, title })
  }
  return chapters
}

const most = { prompt: 500, option: 200, options: 6, questions: 10 }

/** Reads blocks of lines `Q: question [cite:3]`, `+ right`, `- wrong`. A question whose passage is unknown, or without one right answer, is left out. */
export function readQuestions(answer: string, passages: readonly Passage[]): QuestionInput[] {
  const questions: QuestionInput[] = []
  let prompt: string | null = null
  let options: { text: string; right: boolean }[] = []
  const end = (): void => {
    const texts = new Set(options.map(({ text }) => text))
    const isWhole =
      options.length >= 2 && texts.size === options.length && options.filter(({ right }) => right).length === 1
    if (prompt !== null && isWhole && questions.length < most.questions)
      questions.push({ kind: 'one', prompt, explanation: '', points: 1, options })
    prompt = null
    options = []
  }
  for (const line of answer.split('\n')) {
    const asked = /^\s*(?:\d{1,2}[.)]\s*)?Q\s*[:.]\s*(.+)$/i.exec(line)
    if (asked) {
      end()
      const text = withoutHandles(asked[1] ?? '').slice(0, most.prompt)
      prompt = passageOf(line, passages) && text !== '' ? text : null
      continue
    }
    const option = /^\s*([+-])\s+(.+)$/.exec(line)
    const text = withoutHandles(option?.[2] ?? '').slice(0, most.option)
    if (option && text !== '' && options.length < most.options) options.push({ text, right: option[1] === '+' })
  }
  end()
  return questions
}
