import { msg } from '@lingui/core/runtime-macro'
import { type Say, sourceLanguage, speak } from '#core/languages/language.ts'
import type { Catalogue } from '../catalogue.ts'
import { helpText, helpTitle } from '../help/help.ts'
import type { HelpSite } from '../help/help-topic.ts'
import type { CourseFacts } from '../queries.ts'
import { hasAllWords, readMessage, sharedWords, wordsIn } from './named-course.ts'
import type { Turn } from './understand-turn.ts'

/** From this similarity on a topic of help is meant; below the other one it may be anything. */
const least = { sure: 0.6, likely: 0.3 }
/** Another topic with so much of the similarity of the best one may be meant as well. */
const rivalShare = 0.5
const most = 3
const mostCandidates = 4
/** Letters of a word that tells a title from others. */
const titleWord = 4
/** Messages are read as English. */
const english = speak(sourceLanguage)

const topicOf = (label: string): string => label.slice('help.'.length)

const similarityOf = ({ label, reading: { labels } }: Turn): number =>
  labels.find((one) => one.label === label)?.similarity ?? 1

/** Topics that may be meant, the likeliest first: one when it is sure enough, or when the message has words of its title alone. */
function topicsOf(turn: Turn): string[] {
  const { label, message, reading } = turn
  const own = similarityOf(turn)
  const likeliest = [topicOf(label)]
  if (own >= least.sure) return likeliest
  const labels = reading.labels.filter((one) => one.label.startsWith('help.'))
  const said = wordsIn(readMessage(`${message} ${reading.readAs ?? ''}`)).filter((word) => word.length >= titleWord)
  const titled = labels
    .map((one) => topicOf(one.label))
    .map((topic) => ({ topic, shared: sharedWords(said, helpTitle(topic, english) ?? '').length }))
    .sort((a, b) => b.shared - a.shared)
  const [first, second] = titled
  if (first && first.shared > (second?.shared ?? 0)) return [first.topic]
  const near = labels.filter(({ similarity }) => similarity >= own * rivalShare).map((one) => topicOf(one.label))
  return near.length > 1 ? near.slice(0, most) : likeliest
}

/**
 * Writes what help says about the topic of a message, or asks which topic is meant. Writes nothing for a message with little of help whose
 * subject is taught here, and for names that no topic has.
 */
export async function* answerHelp(turn: Turn, site: HelpSite, catalogue: Catalogue, say: Say): AsyncGenerator<string> {
  const { subject } = turn.reading
  if (subject !== '' && similarityOf(turn) < least.sure) {
    const { courses, onlyClosest } = await catalogue.search(subject, mostCandidates)
    const teaches = ({ title, lectures }: CourseFacts): boolean =>
      hasAllWords([title, ...lectures.map((lecture) => lecture.title)].join(' '), subject)
    if (!onlyClosest && courses.some(teaches)) return
  }
  const topics = topicsOf(turn)
  const [topic = ''] = topics
  const isVague = similarityOf(turn) < least.likely && topic === topicOf(turn.label)
  if (topics.length > 1 || isVague) {
    const titles = topics.flatMap((one) => helpTitle(one, say) ?? [])
    const listed = new Intl.ListFormat(say.locale, { type: 'disjunction' }).format(titles.map((title) => `“${title}”`))
    return yield say(msg`I am not sure what you mean. Is it about ${{ topics: listed }}?`)
  }
  const text = helpText(topic, site, say)
  if (text !== undefined) yield text
}
