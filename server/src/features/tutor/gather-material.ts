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

/** Returns the question with the one before it, where it says too little by itself, and that one; null for a question of its own. */
export function wholeQuestion(
  message: string,
  history: readonly ChatTurn[],
): { question: string; before: string | null } {
  const line = plainLine(message)
  const [earlier] = earlierMessages(history)
  const isFollowUp = contentWords(line).length < 2 || goesOn.test(line)
  const before = isFollowUp && earlier !== undefined ? plainLine(earlier).slice(0, maxSearchLength) : null
  return { question: (before === null ? line : `${before} ${line}`).slice(0, maxSearchLength), before }
}

/** Reads the passages of an answer: those that are found, or of the lecture that it is about. */
export async function gatherMaterial(
  { task, message, history, lectureId, seconds }: Asked,
  passages: Pick<Passages, 'find' | 'ofLecture'>,
  language: string,
): Promise<Material> {
  if (task === 'ask' || lectureId === null) {
    const { question, before } = wholeQuestion(message, history)
    let found = await passages.find(question, most.found)
    // "and an example?" asks for more of what was answered
    if (!found.isAnswered && before !== null) found = await passages.find(before, most.found)
    return {
      task: 'ask',
      question,
      passages: found.passages,
      isAnswered: found.isAnswered && found.passages.length > 0,
      seconds,
    }
  }
  const said = (await passages.ofLecture(lectureId, language)).filter(
    ({ kind }) => kind !== 'description' && kind !== 'chapters',
  )
  return {
    task,
    question: message,
    passages: task === 'explain' ? aroundFirst(said, seconds) : spread(said),
    isAnswered: said.length > 0,
    seconds,
  }
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
