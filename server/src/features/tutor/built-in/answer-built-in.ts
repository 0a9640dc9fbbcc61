import { msg } from '@lingui/core/runtime-macro'
import { sanitiseLine } from '#core/answers/sanitise-line.ts'
import type { Say, Sentence } from '#core/languages/language.ts'
import type { Cited } from '../cited.ts'
import type { Material } from '../gather-material.ts'
import { otherLanguagesNote } from '../other-languages.ts'
import type { SentenceKind } from '../text/kind-of-sentence.ts'
import { type ChosenSentence, chooseExplanation, chooseSentences, chooseSummary } from './choose-sentences.ts'
import { gapQuestions } from './gap-questions.ts'

const labels: Record<SentenceKind, Sentence | null> = {
  definition: msg`Definition`,
  step: msg`Step`,
  example: msg`Example`,
  warning: msg`Warning`,
  statement: null,
}

const noModel = msg`I am the built-in tutor, not a language model: these are the lectures' own sentences.`

/** Answers from the passages' own sentences: chosen, ordered, and with what each is as far as it tells by itself. */
export function* answerBuiltIn({ task, question, passages }: Material, say: Say): Generator<Cited> {
  yield own('', say(noModel))
  const answers = task === 'ask' ? chooseSentences(question, passages) : []
  const note = otherLanguagesNote(task === 'ask' ? answers.map(({ passage }) => passage) : passages, say)
  if (note !== null) yield own(' ', note)
  if (task === 'quiz') return yield* askQuiz(passages, say)
  if (task === 'summarise') {
    yield own('\n\n', say(msg`The lecture in short:`))
    return yield* quoted(chooseSummary(passages), say)
  }
  if (task === 'explain') {
    const { moment, terms } = chooseExplanation(passages)
    yield own('\n\n', say(msg`At this moment the lecture says:`))
    yield* quoted(moment, say)
    if (terms.length === 0) return
    yield own('\n\n', say(msg`Elsewhere it says what these words mean:`))
    return yield* quoted(terms, say)
  }
  yield* quoted(answers, say, '\n\n')
}

const own = (before: Cited['before'], text: string): Cited => ({ before, text, passages: [] })

function* quoted(sentences: readonly ChosenSentence[], say: Say, first: Cited['before'] = '\n'): Generator<Cited> {
  let before = first
  for (const { sentence, kind, passage } of sentences) {
    const text = sanitiseLine(sentence)
    if (text === '') continue
    const label = labels[kind]
    yield { before, text: `- ${label ? `**${say(label)}:** ` : ''}“${text}”`, passages: [passage] }
    before = '\n'
  }
}

function* askQuiz(passages: Material['passages'], say: Say): Generator<Cited> {
  const questions = gapQuestions(passages)
  if (questions.length === 0) return yield own('\n\n', say(msg`This lecture says too little for questions with gaps.`))
  yield own('\n\n', say(msg`Which word is missing?`))
  for (const [index, { question, passage }] of questions.entries())
    yield { before: '\n', text: `${index + 1}. ${question}`, passages: [passage] }
  const answers = questions.map(({ answer }, index) => `${index + 1}. ${answer}`).join(' · ')
  yield own('\n\n', say(msg`Answers: ${{ answers }}`))
}
