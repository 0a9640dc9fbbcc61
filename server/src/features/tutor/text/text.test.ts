import { describe, expect, test } from 'vitest'
import { contentWords } from './content-words.ts'
import { kindAskedFor, kindOfSentence } from './kind-of-sentence.ts'
import { sentencesOf } from './sentences.ts'

describe('what a sentence is', () => {
  test.each([
    ['A primary key is a column whose value names one row.', 'definition'],
    ['Normalisation means that each fact stands in one place.', 'definition'],
    ['This is called a left join.', 'definition'],
    ['Closures are functions that remember their scope.', 'statement'],
    ['SQL stands for structured query language.', 'definition'],
    ['For example, the orders table names a customer.', 'example'],
    ["Let's say we have two tables.", 'example'],
    ['Never forget the condition after ON.', 'warning'],
    ['Make sure that the types are the same.', 'warning'],
    ['A common mistake is to leave out the condition.', 'warning'],
    ['Click on New and choose a name.', 'step'],
    ['First, open the editor.', 'step'],
    ['Then you can run the query.', 'step'],
    ['Now select both columns.', 'step'],
    ['This is a great day.', 'statement'],
    ['It is the same as before.', 'statement'],
    ['We talked about tables in the last lecture.', 'statement'],
    ['इसे प्राइमरी की कहते हैं।', 'definition'],
    ['उदाहरण के लिए, ऑर्डर टेबल देखिए।', 'example'],
    ['ध्यान रखें कि दोनों टाइप एक हों।', 'warning'],
    ['सबसे पहले एडिटर खोलें।', 'step'],
    ['हमने पिछले लेक्चर में टेबल देखी थी।', 'statement'],
  ] as const)('%s', (sentence, kind) => expect(kindOfSentence(sentence)).toBe(kind))

  test.each([
    ['What is a closure?', 'definition'],
    ['closure kya hota hai', 'definition'],
    ['How do I join two tables?', 'step'],
    ['टेबल कैसे जोड़ें', 'step'],
    ['Give me an example of a join', 'example'],
    ['What mistakes should I avoid?', 'warning'],
    ['joins', null],
  ] as const)('a question such as "%s" asks for: %s', (question, kind) => expect(kindAskedFor(question)).toBe(kind))
})

describe('sentences of a text', () => {
  test('end at full stops, not at abbreviations, numbers of lists or decimals', () =>
    expect(sentencesOf('It costs Rs. 499, e.g. today. Version 2.5 is out! Why? क्योंकि यह है। ठीक')).toEqual([
      'It costs Rs. 499, e.g. today.',
      'Version 2.5 is out!',
      'Why?',
      'क्योंकि यह है।',
      'ठीक',
    ]))
  test('speech without stops is cut into pieces of whole words', () => {
    const text = 'so now we look at the table and then the other one '.repeat(30).trim()
    const pieces = sentencesOf(text)
    expect(pieces.join(' ')).toBe(text)
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(241)
  })
})

test('words that say what a text is about, in both scripts', () => {
  expect(contentWords('How do I join two tables?').map(({ stem }) => stem)).toEqual(['join', 'two', 'tabl'])
  expect(contentWords('join kaise karte hain').map(({ stem }) => stem)).toEqual(['join'])
  expect(contentWords('टेबल कैसे जोड़ते हैं').map(({ written }) => written)).toEqual(['टेबल', 'जोडते'])
})
