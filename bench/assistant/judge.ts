import { settingsOfBench } from './settings.ts'
import type { ShopCourse } from './shop.ts'

/** What an answer links to, in its order, each once. */
const linksIn = (answer: string): string[] => [
  ...new Set(Array.from(answer.matchAll(/\]\(\/viewcourse\/([0-9a-f]{24})\)/g), ([, id = '']) => id)),
]

/** An answer without its links. */
const withoutLinks = (answer: string): string => answer.replace(/\[[^\n]*?\]\(\/[^)\s]*\)/g, ' ')
const rupees = (price: number): string => new Intl.NumberFormat('en-IN', { maximumFractionDigits: 2 }).format(price)

/** Sentences that say of the courses below that they are not what was asked for. */
const unsure = /exactly about that|found no course|इसके बारे में ठीक|ठीक इसी|नहीं मिला|कोई कोर्स नहीं|बिल्कुल इसी/i

/** Pages of the site that a help answer may lead to, and facts of the settings that it has to say. */
const { refundDays, refundWatchedPercent } = settingsOfBench
const help: Readonly<Record<string, { page?: string; says: readonly RegExp[]; not?: RegExp }>> = {
  refund: {
    page: '/purchases',
    says: [new RegExp(`\\b${refundDays}\\b`), new RegExp(`\\b${refundWatchedPercent} ?%`)],
    not: /no refunds|cannot be refunded/i,
  },
  delete: { page: '/account/data', says: [/DELETE/], not: /cannot be deleted|write to support to delete/i },
  certificate: { page: '/certificates', says: [/certificate|प्रमाण|सर्टिफ़?िकेट/i] },
  payment: { says: [/provider|पेमेंट कंपनी|प्रदाता/i, /\b(?:back|again)\b|वापस|फिर/i] },
  receipt: { page: '/purchases', says: [/invoice|receipt|रसीद|इनवॉइस/i, /PDF/] },
  password: { page: '/forgotpassword', says: [/\b4\b/, /\b5\b/] },
  factor: { page: '/account/security', says: [/passkey|पासकी/i, /recovery|रिकवरी/i] },
  language: { says: [/English|अंग्रेज़ी|अंग्रेजी/i, /Hindi|हिन्दी|हिंदी/i] },
  download: { says: [/\bno\b|\bnot\b|cannot|नहीं/i, /video|वीडियो/i] },
  data: { page: '/account/data', says: [] },
  email: { page: '/account', says: [/code|कोड/i] },
  coupon: { says: [/code|कोड/i] },
  live: { page: '/enrolledcourses', says: [/Join|जुड़|जॉइन/i] },
  wishlist: { page: '/wishlist', says: [] },
  enrol: { page: '/enrolledcourses', says: [] },
  review: { says: [/delete|remove|हटा/i] },
  educator: { page: '/signup', says: [/Educator|शिक्षक|एजुकेटर/i] },
  notifications: { page: '/account/notifications', says: [] },
  devices: { page: '/account/security', says: [] },
  support: { says: [new RegExp(settingsOfBench.supportAddress.replaceAll('.', '\\.'))] },
}
const talk: Readonly<Record<string, RegExp>> = {
  greets: /hello|नमस्ते/i,
  about: /no language model|लैंग्वेज मॉडल/i,
  thanks: /welcome|स्वागत|ख़ुशी|खुशी/i,
  bye: /bye|अलविदा|फिर मिलेंगे/i,
  off: /only help|found no course|सिर्फ़|केवल|नहीं मिला/i,
}

/** Returns what an answer lacks, by the checks of its message; empty for a good one. */
export function judgeAnswer(answer: string, checks: string, courses: readonly ShopCourse[]): string[] {
  const byKey = new Map(courses.map((course) => [course.key, course]))
  const byId = new Map(courses.map((course) => [course.id, course]))
  const linked = linksIn(answer).map((id) => byId.get(id)?.key ?? `?${id}`)
  const course = (key: string): ShopCourse => {
    const found = byKey.get(key)
    if (!found) throw new Error(`There is no course "${key}"`)
    return found
  }
  /** The line that links to a course, with what is under it. */
  const about = (key: string): string => {
    const lines = answer.split('\n')
    const at = lines.findIndex((line) => line.includes(course(key).id))
    return at < 0 ? '' : lines.slice(at, at + 9).join('\n')
  }
  const keys = (value: string): string[] => value.split(',').map((key) => course(key).key)
  const text = withoutLinks(answer)
  const checkers: Readonly<Record<string, (value: string) => boolean>> = {
    names: (value) => keys(value).every((key) => linked.includes(key)),
    any: (value) => keys(value).some((key) => linked.includes(key)),
    only: (value) => linked.every((key) => keys(value).includes(key)),
    not: (value) => keys(value).every((key) => !linked.includes(key)),
    first: (value) => linked[0] !== undefined && keys(value).includes(linked[0]),
    most: (value) => linked.length <= Number(value),
    least: (value) => linked.length >= Number(value),
    price: (value) =>
      course(value).price === 0
        ? /free|मुफ़?्त|निःशुल्क/i.test(about(value))
        : about(value).includes(`₹${rupees(course(value).price)}`),
    'price-any': () => /₹|free|मुफ़?्त/i.test(answer),
    under: (value) => linked.length > 0 && linked.every((key) => (byKey.get(key)?.price ?? 1e9) <= Number(value)),
    free: () => linked.length > 0 && linked.every((key) => byKey.get(key)?.price === 0),
    level: (value) =>
      ({
        Beginner: /Beginner|शुरुआती/i,
        Intermediate: /Intermediate|मध्यम/i,
        Advanced: /Advanced|उन्नत|एडवांस्ड/i,
      })[course(value).level ?? 'Beginner'].test(about(value)),
    lectures: (value) =>
      about(value).includes(String(course(value).lectures.length)) &&
      about(value).includes(course(value).lectures[0] ?? ''),
    teacher: (value) => about(value).includes(course(value).teacher),
    rating: (value) => about(value).includes(course(value).rating.toFixed(1)),
    students: (value) => about(value).includes(String(course(value).students)),
    field: (value) => {
      const fields = value.replaceAll('_', ' ').split(',')
      return linked.length > 0 && linked.every((key) => fields.includes(byKey.get(key)?.category ?? ''))
    },
    pair: (value) => linked.length === 2 && keys(value).every((key) => linked.includes(key)) && /\bB\b/.test(text),
    compares: (value) =>
      value.split(',').every((side) => side.split('|').some((key) => linked.includes(course(key).key))) &&
      /\bB\b/.test(text),
    steps: () => linked.length >= 2 && /^2\. |^- /m.test(answer),
    sure: () => !unsure.test(answer),
    'no-sure': () => linked.length === 0 || unsure.test(answer),
    'no-courses': () => linked.length === 0,
    lang: () => {
      // what educators wrote stays as they wrote it
      const theirs = courses.flatMap(({ subTitle, teacher, lectures }) => [subTitle, teacher, ...lectures])
      const ours = theirs.reduce((rest, one) => rest.replaceAll(one, ' '), text).replace(/\b[A-C]\b/g, ' ')
      const letters = ours.match(/\p{L}/gu) ?? []
      return letters.filter((one) => /\p{Script=Devanagari}/u.test(one)).length > letters.length * 0.6
    },
    help: (value) => {
      const topic = help[value]
      if (!topic) throw new Error(`There is no help "${value}"`)
      const leads = topic.page === undefined || answer.includes(`](${topic.page})`)
      return leads && linked.length === 0 && topic.says.every((one) => one.test(answer)) && !topic.not?.test(answer)
    },
    'not-promise': (value) =>
      !new RegExp(`can pay in ${value}|${value} are offered|you can ${value}`, 'i').test(answer),
    clean: () => !/<script|evil\.example|system prompt:|\bRules:/i.test(answer),
  }
  return checks.split(/\s+(?=[a-z-]+(?:=|\s|$))/).filter((check) => {
    const [name = '', value = ''] = check.split(/=(.*)/s)
    const passes = checkers[name] ?? (talk[name] ? () => talk[name]?.test(answer) ?? false : undefined)
    if (!passes) throw new Error(`There is no check "${name}"`)
    return !passes(value)
  })
}
