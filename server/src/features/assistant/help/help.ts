import type { Say } from '#core/languages/language.ts'
import { accountTopics } from './account-topics.ts'
import { buyingTopics } from './buying-topics.ts'
import { type HelpSite, type HelpTopic, helpWriter } from './help-topic.ts'
import { learningTopics } from './learning-topics.ts'

/** All topics of help. What they say follows from settings, pages and calls: nothing here may promise what the site does not do. */
export const helpTopics: Readonly<Record<string, HelpTopic>> = { ...buyingTopics, ...accountTopics, ...learningTopics }

const topicOf = (key: string): HelpTopic | undefined => (Object.hasOwn(helpTopics, key) ? helpTopics[key] : undefined)

/** Returns the title of a topic of help; undefined for other names. */
export function helpTitle(key: string, say: Say): string | undefined {
  const topic = topicOf(key)
  return topic && say(topic.title)
}

/** Returns what is true of the site about a topic of help; undefined for other names. */
export function helpText(key: string, site: HelpSite, say: Say): string | undefined {
  const topic = topicOf(key)
  return topic?.text(helpWriter(site, say)).map(say).join(' ')
}

/** All topics with their titles. */
export const helpTexts = (site: HelpSite, say: Say): { title: string; text: string }[] =>
  Object.entries(helpTopics).map(([key, { title }]) => ({ title: say(title), text: helpText(key, site, say) ?? '' }))
