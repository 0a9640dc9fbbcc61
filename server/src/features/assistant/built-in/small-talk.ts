import { msg } from '@lingui/core/runtime-macro'
import type { Say, Sentence } from '#core/languages/language.ts'
import type { Turn } from './understand-turn.ts'
import { writeDetails } from './write-details.ts'

const tries = [
  msg`Recommend a course on web development under ₹1,000`,
  msg`Compare Python and machine learning courses`,
  msg`How do I become a data scientist?`,
  msg`How do I join a live session?`,
]
const abilities = msg`I can recommend courses, compare them, tell prices, levels, lengths and ratings, plan what to learn in which order, and explain how this site works.`

/** For someone who may be in danger. Tele-MANAS and 112 are India's; nothing is recommended beside them. */
const distress: readonly Sentence[] = [
  msg`I am sorry that you feel like this. You do not have to bear it alone, and talking to someone helps.`,
  msg`In India call Tele-MANAS at 14416: it is free, open day and night, and speaks many languages. If you are in danger now, call 112.`,
  msg`If you are elsewhere, call your local emergency number. Please also tell someone near you whom you trust.`,
]

/** Writes the answer to what is no question about courses or the site; nothing for other messages. */
export async function* smallTalk(
  { label, meant, shown }: Turn,
  siteName: string,
  reader: { zone: string; say: Say },
): AsyncGenerator<string> {
  const { say } = reader
  switch (label) {
    case 'distress':
      return yield distress.map(say).join('\n\n')
    case 'greeting':
      yield `${say(msg`Hello! I am the built-in assistant (no language model) of ${{ site: siteName }}.`)} `
      return yield `${say(abilities)} ${say(msg`What would you like to learn?`)}`
    case 'about':
      yield `${say(msg`I am the built-in assistant (no language model): I answer from the catalogue of this site.`)} `
      yield `${say(abilities)}\n\n${say(msg`Try:`)}\n`
      return yield tries.map((one) => `- ${say(one)}`).join('\n')
    case 'thanks':
      return yield say(msg`You are welcome! Ask whenever you need another course.`)
    case 'bye':
      return yield say(msg`Goodbye, and enjoy learning!`)
    case 'reply.yes':
      if (meant.length === 1 && meant[0]) return yield* writeDetails(meant[0], [], reader)
      if (shown.length > 0)
        return yield say(msg`Which of them do you mean? Name it by its title or its place, such as “the first one”.`)
      return yield say(msg`Tell me a subject, a level or a price, and I will look.`)
    case 'reply.no':
      if (shown.length > 0)
        return yield say(
          msg`What should be different? Say “something cheaper”, “for beginners” or “show me more”, or name another subject.`,
        )
      return yield say(msg`Tell me a subject, a level or a price, and I will look.`)
    case 'reply.why':
      if (shown.length > 0)
        return yield say(
          msg`They come from the search of this site: courses with your words in their titles come first, then those with the words in their lectures and texts, and those that are near in meaning.`,
        )
      return yield say(msg`Tell me a subject, a level or a price, and I will look.`)
  }
}
