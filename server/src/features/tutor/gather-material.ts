import { type ChatTurn, maxSearchLength, type TutorTask } from '@virtual-courses/contract'
import { earlierMessages } from '#core/answers/earlier-messages.ts'
import { plainLine } from '#core/answers/sanitise-line.ts'
import { momentAt } from './built-in/choose-sentences.ts'
import { mostHandles } from './model/write-cited.ts'
import type { Passage, Passages } from './passage.ts'
import { contentWords } from './text/content-words.ts'

/** What an answer is made of. */
export type Material = {
  task: TutorTask
  /** with what a follow-up leaves out */
  question: string
  passages: Passage[]
  /** the passages answer the question */
  isAnswered: boolean
  seconds: number | null
}

export type Asked = {
  task: TutorTask
  message: string
  history: readonly ChatTurn[]
  lectureId: string | null
  seconds: number | null
}

const most = { found: 8, around: 3 }

const goesOn =
  /^(?:and|but|so|then|also|what about|how about|why|another|one more|more|aur|lekin|phir|kyon|kyun)(?![\p{L}\p{M}])|^(?:और|लेकिन|फिर|क्यों|तो)(?![\p{L}\p{M}])/iu

/** Returns the question with the one before it, where it says too little by itself. */
export function wholeQuestion(message: string, history: readonly ChatTurn[]): string {
  const line = plainLine(message)
  const [earlier] = earlierMessages(history)
  const isFollowUp = contentWords(line).length < 2 || goesOn.test(line)
  return (isFollowUp && earlier !== undefined ? `${plainLine(earlier)} ${line}` : line).slice(0, maxSearchLength)
}

/** Reads the passages of an answer: those that are found, or of the lecture that it is about. */
export async function gatherMaterial(
  { task, message, history, lectureId, seconds }: Asked,
  passages: Pick<Passages, 'find' | 'ofLecture'>,
  language: string,
): Promise<Material> {
  if (task === 'ask' || lectureId === null) {
    const question = wholeQuestion(message, history)
    const found = await passages.find(question, most.found)
    return { task: 'ask', question, passages: found.passages, isAnswered: found.isAnswered, seconds }
  }
  const all = (await passages.ofLecture(lectureId)).filter(({ kind }) => kind !== 'description' && kind !== 'chapters')
  const ofOne = inOneLanguage(all, language)
  return {
    task,
    question: message,
    passages: task === 'explain' ? aroundFirst(ofOne, seconds) : spread(ofOne),
    isAnswered: ofOne.length > 0,
    seconds,
  }
}

/** A lecture may have captions in several languages, which say the same: those in the reader's, else of the first track. */
function inOneLanguage(passages: readonly Passage[], language: string): Passage[] {
  const tracks = passages.filter(({ kind }) => kind === 'captions').map((one) => one.language)
  const chosen = tracks.find((track) => track.split('-')[0] === language) ?? tracks[0]
  return passages.filter((one) => one.kind !== 'captions' || one.language === chosen)
}

/** At most as many as an answer can cite, evenly over the lecture. */
const spread = (passages: readonly Passage[]): Passage[] =>
  passages.length <= mostHandles
    ? [...passages]
    : Array.from(
        { length: mostHandles },
        (_, index) => passages[Math.floor((index * passages.length) / mostHandles)],
      ).filter((one) => one !== undefined)

/** The passage of the moment first, then its neighbours, then the rest of the lecture in order. */
function aroundFirst(passages: readonly Passage[], seconds: number | null): Passage[] {
  const at = momentAt(passages, seconds)
  const near = passages.slice(Math.max(0, at - most.around), at + most.around + 1)
  const [moment] = passages.slice(at, at + 1)
  const ordered = [
    ...(moment ? [moment] : []),
    ...near.filter((one) => one !== moment),
    ...passages.filter((one) => !near.includes(one)),
  ]
  return ordered.slice(0, mostHandles)
}
