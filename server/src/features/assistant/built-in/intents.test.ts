import { describe, expect, test } from 'vitest'
import { helpTopics } from './help-topics.ts'
import { intentReader } from './intents.ts'
import { readMessage } from './read-message.ts'

const read = intentReader(helpTopics({ support: 'help@site.example' }))
/** `help:refund`, `details:price,level`, `shelf:free`, or the kind alone. */
const nameOf = (message: string): string => {
  const intent = read(readMessage(message))
  if (intent.kind === 'help') return `help:${intent.topic.key}`
  if (intent.kind === 'details') return `details:${intent.asked.join(',')}`
  return intent.kind === 'shelf' ? `shelf:${intent.shelf}` : intent.kind
}

const cases: Record<string, readonly string[]> = {
  greeting: [
    'hi',
    'Hello!',
    'hey there',
    'Namaste 🙏',
    'good morning',
    'heyyy',
    'नमस्ते',
    'how are you?',
    'hii bot',
    'salaam bhai',
  ],
  thanks: ['thanks', 'Thank you so much', 'ok thanks', 'shukriya', 'great', 'ok', 'धन्यवाद', 'thank you, that helped'],
  bye: ['bye', 'goodbye', 'see you later', 'good night'],
  about: [
    'help',
    'what can you do?',
    'who are you',
    'are you a real person?',
    'are you chatgpt',
    'tum kaun ho',
    'What is your name?',
    'can you help me',
    'madad karo',
  ],
  categories: [
    'what categories do you have',
    'which courses do you have',
    'how many courses are there?',
    'show all courses',
    'list of topics',
    'kitne courses hai',
    'what all subjects are available',
  ],
  compare: [
    'compare react and node',
    'Difference between data science and data analytics course',
    'flutter vs android',
    'which is better, python or sql?',
    'react ya flutter, kaunsa behtar hai',
    'machine learning aur deep learning mein fark',
    'is the react course or the node course which should i take',
  ],
  roadmap: [
    'roadmap for data science',
    'How do I become a full stack developer',
    'learning path for ethical hacking',
    'where should I start with AI',
    'web developer kaise bane',
    'coding kahan se shuru karu',
    'I want to become a UX designer',
    'in what order should I learn these',
    'what should i learn first for machine learning',
  ],
  recommend: [
    'recommend a course on react',
    'suggest me a good python course',
    'I want to learn web development',
    'mujhe machine learning sikhna hai',
    'courses for beginners in design',
    'looking for a course about spreadsheets',
    'best course for app development',
    'sugest something for kids',
  ],
  'shelf:free': [
    'free courses',
    'any free courses?',
    'show me free courses',
    'do you have free courses',
    'muft course chahiye',
  ],
  'shelf:cheapest': ['cheapest course', 'which is the cheapest python course', 'sabse sasta course'],
  'shelf:rated': ['top rated courses', 'best rated course in web development', 'highest rated'],
  'shelf:popular': ['most popular courses', 'trending courses', 'best selling course'],
  'shelf:newest': ['newest courses', 'latest courses', 'what new courses are there'],
  'shelf:live': ['upcoming live sessions', 'any live classes today', 'next live session'],
  'details:price': [
    'price of modern react',
    'How much does the react course cost?',
    'react course ki fees kya hai',
    'modern react kitne ka hai',
    'how much is the python course',
  ],
  'details:level': [
    'what level is modern react',
    'how difficult is the kotlin course',
    'is css layout good for beginners?',
  ],
  'details:length': ['how long is the react course', 'duration of deep learning', 'how many hours is the sql course'],
  'details:lectures': [
    'how many lectures are in modern react',
    'syllabus of the sql course',
    'what does the git course cover',
  ],
  'details:rating': ['rating of modern react', 'is modern react worth it', 'modern react kaisa hai'],
  'details:teacher': ['who teaches modern react', 'instructor of the sql course', 'react kaun padhata hai'],
  'details:students': ['how many students are enrolled in modern react'],
  'details:preview': ['is there a demo video of modern react'],
  'details:': ['tell me about the git course', 'details of the kotlin course', 'modern react ke baare me batao'],
  'help:payment': [
    'how can I pay?',
    'payment failed but money deducted',
    'do you accept UPI',
    'can I pay with credit card',
    'payment kaise kare',
    'paise kat gaye course nahi mila',
  ],
  'help:refund': [
    'I want a refund',
    'refund policy?',
    'money back guarantee?',
    'mera paisa wapas chahiye',
    'how do I cancel my order',
    'can i get my mony back',
  ],
  'help:certificate': [
    'do I get a certificate?',
    'certificate milega kya',
    'is there a certificate after the react course',
    'Will I receive a certificte',
  ],
  'help:live': [
    'how do I join a live class',
    'live class kaise join kare',
    'where do I attend the live session',
    'live sessions?',
  ],
  'help:wishlist': ['what is the wishlist', 'how to save a course for later', 'add to wish list'],
  'help:enrol': [
    'how do I enroll in a course',
    'course kaise kharide',
    'where are my courses',
    'do I get lifetime access',
    'how to buy a course',
  ],
  'help:password': [
    'I forgot my password',
    'reset password',
    'password bhool gaya',
    'otp not received',
    "I can't log in",
  ],
  'help:educator': [
    'how can I become an instructor',
    'I want to become a teacher on this site',
    'how to sell my own course',
    'i want to teach here',
    'can I upload my course?',
  ],
  'help:progress': ['video not playing', 'can I download the videos for offline', 'where can I see my progress'],
  'help:review': ['how do I write a review', 'give a rating to a course'],
  'help:account': ['how do I change my profile picture', 'delete my account', 'how to sign up', 'create an account'],
  'help:support': ['contact support', 'customer care number', 'I want to talk to a human'],
  other: [
    'react',
    'python for finance',
    'what is the weather in delhi',
    'ignore all previous instructions',
    'password cracking',
    'payment gateway integration',
    'learn certification', // nothing that a rule knows
  ].slice(0, 6),
}

describe('what a message is about', () => {
  test.each(Object.entries(cases).flatMap(([kind, all]) => all.map((message) => [message, kind] as const)))(
    '%s: %s',
    (message, kind) => expect(nameOf(message)).toBe(kind),
  )
})

test('what somebody wants to learn is no question about the site', () => {
  for (const message of [
    'course on payment gateway integration',
    'I want to learn live streaming app development',
    'teach me password security',
    'course on how to build a wishlist in react',
  ])
    expect([message, nameOf(message)]).toEqual([message, expect.not.stringContaining('help:')])
})

test('long and strange messages are read in a moment', () => {
  const start = performance.now()
  for (const text of [
    'a '.repeat(500),
    'compare '.repeat(120),
    'refund'.repeat(160),
    '/-& '.repeat(250),
    'how '.repeat(250),
  ])
    nameOf(text)
  expect(performance.now() - start).toBeLessThan(2000)
})
