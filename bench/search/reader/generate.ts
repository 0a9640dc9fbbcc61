import { loadLexicon } from '../../../server/src/features/search/engine/words/lexicon.ts'
import { normalise, stem, wordsOf } from '../../../server/src/features/search/engine/words/words.ts'
import { splitWords, type Token } from '../../../server/src/features/search/reader/features.ts'
import type { Intent, Role, Shape } from '../../../server/src/features/search/reader/reader.ts'
import { makeTypo } from '../make-typo.ts'
import {
  askedBy,
  createDraw,
  type Draw,
  expand,
  type Frame,
  readFrames,
  readNames,
  type Segment,
  segmentsOf,
} from './frames.ts'

/** A question with what is right about it. */
export type Example = {
  text: string
  tokens: Token[]
  roles: Role[]
  intent: Intent
  shape: Shape
  group: string
  /** what its slots were filled with */
  names: string[]
  /** of what it is held out, when it is for measuring */
  held: 'frame' | 'subject' | null
}

export type GenerateOptions = {
  seed: number
  count: number
  isEnglish: (word: string) => boolean
  /** names and whole questions of evaluation sets, as `keyOf` writes them */
  forbidden: ReadonlySet<string>
  /** words of the dictionary, which stand for subjects that no list has */
  dictionary: readonly string[]
  /** words that people say often, by class, the rarest first */
  frequent: readonly (readonly string[])[]
  /** real questions to assistants, which want nothing to learn */
  real: readonly string[]
}

/** How many questions of each kind of a thousand. */
const parts: Readonly<Record<string, number>> = {
  learn: 280,
  context: 180,
  exclude: 150,
  either: 45,
  compare: 45,
  career: 50,
  filters: 140,
  title: 35,
  person: 40,
  off: 140,
  none: 30,
  everyday: 120,
  hindi: 100,
  nagari: 75,
  other: 25,
}
/** A tenth of the frames, and of the subjects, is kept for measuring. */
const heldPart = 10

export const keyOf = (text: string): string => wordsOf(text).map(stem).join(' ')

const hash = (text: string): number => {
  let value = 2166136261
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 16777619)
  return (value ^ (value >>> 13)) >>> 0
}
export const isHeld = (what: string, text: string): boolean => hash(`${what} ${text}`) % heldPart === 0

/** Words that say nothing inside of a subject. */
const functionWords = new Set(
  'a an the my our your his her their its this that of with for to and in on at from by as into or ke ka ki ko se me mein aur की के का को से में और पर'.split(
    ' ',
  ),
)
/** Verbs that say nothing of the subject: "build a wooden table" is about tables. */
const lightVerbs = new Set('make do build create run get use play write read give do take start manage'.split(' '))

/** Returns made-up questions, each with its roles; the same seed gives the same ones. Names of evaluation sets are left out. */
export function generate(options: GenerateOptions): Example[] {
  const draw = createDraw(options.seed)
  const fill = createFill(options, draw)
  const byGroup = new Map<string, Frame[]>()
  for (const frame of readFrames()) byGroup.set(frame.group, [...(byGroup.get(frame.group) ?? []), frame])
  const groups = Object.entries(parts)
  const whole = groups.reduce((sum, [, part]) => sum + part, 0)
  const examples: Example[] = []
  for (const [group, part] of groups) {
    const frames = byGroup.get(group)
    if (!frames) throw new Error(`There are no frames of the group "${group}"`)
    const many = Math.round((options.count * part) / whole)
    for (let made = 0; made < many; made++) {
      const example = fill.example(draw.of(frames))
      if (!options.forbidden.has(keyOf(example.text))) examples.push(example)
    }
  }
  for (const text of options.real) if (!options.forbidden.has(keyOf(text))) examples.push(fill.real(text))
  return examples
}

const gerund = (phrase: string): string => {
  const [verb = '', ...rest] = phrase.split(' ')
  const ing = /[^e]e$/.test(verb)
    ? `${verb.slice(0, -1)}ing`
    : /^[^aeiou]*[aeiou][bdgmnpt]$/.test(verb)
      ? `${verb}${verb.slice(-1)}ing`
      : `${verb}ing`
  return [ing, ...rest].join(' ')
}

const titlePatterns = [
  'The Complete {s} Bootcamp',
  '{s}: From Zero to Mastery',
  '{s} Masterclass',
  'The Art of {s}',
  'Practical {s} for Everyone',
  'The {s} Mindset',
  '{s} A-Z',
  'Advanced {s}: Beyond the Basics',
  'Your First Steps in {s}',
  '{s} and {s} Together',
  'The {s} Handbook',
  'Mastering {s} with {s}',
  'Ultimate {s} Guide',
  'Thinking in {s}',
  'Modern {s} Explained',
  'A Short History of {s}',
  'Everyday {s}',
  'The Secrets of {s} Revealed',
  'The Science of {s}: Part One',
  '100 Days of {s}',
  'Write Your First {s}',
  'Professional {s} Certificate',
  '{s}, {s} and the Future of {s}',
  'Inside {s}',
  'Zero to {s}',
  'Hello {s}',
  'The Road to {s}',
  '{s} in Action',
  'Cracking {s}',
  '{s} Unlocked',
] as const

/** Names that may be drawn: those of no evaluation set, and of no subject that is held out unless it is asked for. */
function createFill({ isEnglish, forbidden, dictionary, frequent }: GenerateOptions, draw: Draw) {
  const usable = (names: readonly string[]): string[] => names.filter((name) => !forbidden.has(keyOf(name)))
  const frames = frameWords()
  // what people say often and no frame has: "salary", "grow"
  const everyday = usable(frequent.slice(0, 3).flat()).filter((one) => one.length > 2 && !frames.has(one))
  const common = usable(frequent.flat())
  const oftenSaid = new Set(frequent.slice(2).flat())
  const rare = usable(dictionary)
  const languages = Object.values(loadLexicon().indian.otherLanguages)
    .map((words) => words.flatMap(wordsOf))
    .filter((words) => words.length > 3)

  const all = Object.fromEntries(
    Object.entries({ ...readNames('subjects.yaml'), ...readNames('goods.yaml') }).map(([kind, names]) => [
      kind,
      usable(names),
    ]),
  )
  const lists = (held: boolean) =>
    Object.fromEntries(
      Object.entries(all).map(([kind, names]) => [
        kind,
        names.filter((name) => isHeld('subject', name) === held || names.length < 40),
      ]),
    )
  const [seen, unseen] = [lists(false), lists(true)]
  const of = (kind: string, held: boolean): string => {
    const list = (held ? unseen : seen)[kind]
    if (!list || list.length === 0) throw new Error(`There are no names of the kind "${kind}"`)
    return draw.of(list)
  }
  const word = (): string => draw.of(rare)
  const gibberish = (): string =>
    Array.from({ length: 3 + draw.below(8) }, () => draw.of([...'abcdefghijklmnopqrstuvwxyz'])).join('')
  const noun = (held: boolean): string => {
    if (held || !draw.chance(0.3)) return of('nouns', held)
    return Array.from({ length: 1 + draw.below(draw.chance(0.5) ? 1 : 3) }, word).join(' ')
  }
  const slots: Readonly<Record<string, (held: boolean) => string>> = {
    s: (held) => (draw.chance(0.1) ? `${noun(held)} ${noun(held)}` : noun(held)),
    v: (held) => of('verbs', held),
    g: (held) => gerund(of('verbs', held)),
    m: (held) => of('contexts', held),
    c: (held) =>
      draw.chance(0.15) ? `${word()} ${of('contexts', held)}` : draw.chance(0.15) ? word() : of('contexts', held),
    j: (held) => of('jobs', held),
    w: (held) => of('jobs', held),
    k: noun,
    x: noun,
    p: (held) => {
      const name = of('people', held)
      return draw.chance(0.2)
        ? (name.split(' ').at(-1) ?? name)
        : draw.chance(0.1)
          ? `dr ${name}`
          : draw.chance(0.1)
            ? `${name} sir`
            : name
    },
    t: (held) => draw.of(titlePatterns).replace(/\{s\}/g, () => noun(held)),
    o: (held) => of('goods', held),
    h: (held) => of('hinglish', held),
    y: (held) => (draw.chance(0.3) ? of('contexts', held) : of('hinglishContexts', held)),
    d: (held) => (draw.chance(0.2) ? noun(held) : of('nagari', held)),
    dd: (held) => of('nagari', held),
    r: (held) => of('nagariContexts', held),
    n: () => String(1 + draw.below(draw.chance(0.5) ? 100 : 100_000)),
    z: gibberish,
    e: () => (draw.chance(0.25) ? word() : draw.of(everyday)),
    f: () => draw.of(common),
    i: (held) => inOtherScript(of('nagari', held), draw),
    u: () => {
      const words = draw.of(languages)
      return Array.from({ length: 1 + draw.below(3) }, () => draw.of(words)).join(' ')
    },
  }
  const fillSlot = (slot: string, held: boolean): string => {
    const make = slots[slot]
    if (!make) throw new Error(`A frame has the unknown slot "${slot}"`)
    return make(held)
  }

  /** Facts of words as some catalogue and lexicon would have them: each question meets others, so that none is relied on. */
  function withFacts(
    plain: readonly {
      word: string
      before: Token['before']
      role: Role
      slot: string
      misspelt: boolean
      capital: boolean
    }[],
  ): Token[] {
    const courses = draw.of([0, 0.4, 0.7, 0.95])
    const names = draw.of([0, 0.3, 0.6, 0.9])
    // words of one name share their fate
    let [phrase, taught, topic] = ['', false, false]
    return plain.map(({ word, before, role, slot, misspelt, capital }, at) => {
      if (`${role}${slot}` !== phrase || plain[at - 1]?.role !== role) {
        phrase = `${role}${slot}`
        const wanted = role === 'S' || role === 'X' || role === 'T'
        const none = slot === 'z' || slot === 'o' || slot === 'e'
        const sure = slot === 'f'
        taught =
          (sure && draw.chance(0.9)) ||
          draw.chance(
            none
              ? courses * 0.4
              : wanted
                ? courses
                : role === 'C'
                  ? courses * 0.5
                  : role === 'P'
                    ? courses * 0.4
                    : courses * 0.25,
          )
        topic = sure || draw.chance(none ? names * 0.1 : wanted ? names : role === 'C' ? names * 0.25 : names * 0.04)
      }
      const small = functionWords.has(word)
      return {
        word,
        before,
        capital,
        taught: !misspelt && !small && (role === 'F' ? draw.chance(courses * 0.25) : taught),
        topic: !misspelt && (role === 'F' && slot === '' ? !small && draw.chance(names * 0.04) : topic),
        english: /^[a-z0-9]+$/.test(word) && isEnglish(word),
      }
    })
  }

  function roleIn({ role, slot }: Segment, word: string, at: number, group: string): Role {
    // what a search for goods or news is about is no frame, though no one teaches it
    if (group === 'off' && role === 'F' && word.length > 3 && !frames.has(word)) return 'S'
    if (slot === 'f' || role === 'T' || role === 'F') return role
    if (functionWords.has(word) && slot !== 'x')
      return role === 'S' || role === 'C' || role === 'P' || role === 'X' ? 'F' : role
    if ((slot === 'v' || slot === 'g') && at === 0 && lightVerbs.has(word.replace(/ing$/, ''))) return 'F'
    if (role === 'P' && (word === 'dr' || word === 'sir' || word === 's')) return 'F'
    return role
  }

  return {
    /** A real question that wants nothing to learn: its common words are frame. */
    real(text: string): Example {
      const plain = splitWords(normalise(text)).map(({ word, before }) => {
        const role: Role = word.length <= 3 || frames.has(word) || oftenSaid.has(word) ? 'F' : 'S'
        return { word, before, role, slot: role === 'S' ? 'o' : '', misspelt: false, capital: false }
      })
      return {
        text,
        tokens: withFacts(plain),
        roles: plain.map(({ role }) => role),
        intent: 'off',
        shape: 'one',
        group: 'real',
        names: [],
        held: isHeld('frame', text) ? 'frame' : null,
      }
    },
    example(frame: Frame): Example {
      const heldSubject = draw.chance(0.06)
      const said = expand(frame.text, draw).replaceAll('{{{{', '{ {').replaceAll('}}}}', '} }')
      const segments = segmentsOf(said, (slot) => fillSlot(slot, heldSubject))
      const style = draw.below(10)
      const plain = segments.flatMap((segment, place) => {
        const split = splitWords(normalise(segment.text))
        const capital = (segment.role === 'P' || segment.role === 'T') && style < 4
        const odd = segment.role === 'S' && style === 4 && draw.chance(0.5)
        const wrong = draw.chance(segment.role === 'F' ? 0.05 : 0.1) ? makeTypo(segment.text, `${draw.next()}`) : null
        const words = wrong === null ? split : splitWords(normalise(wrong))
        return words.map(({ word, before }, at) => ({
          word,
          before: before === '' && at === 0 && segments[place - 1] ? trailing(segments[place - 1]?.text ?? '') : before,
          role: roleIn(segment, word, at, frame.group),
          slot: segment.slot,
          misspelt: wrong !== null && word !== split[at]?.word,
          capital: capital || odd,
        }))
      })
      const capitals = plain.filter(({ capital }) => capital).length
      const shown = capitals === plain.length ? plain.map((one) => ({ ...one, capital: false })) : plain
      const { intent, shape } = askedBy(frame)
      return {
        text: segments.map(({ text }) => text).join(' '),
        tokens: withFacts(shown),
        roles: plain.map(({ role }) => role),
        intent,
        shape,
        group: frame.group,
        names: segments.flatMap(({ text, slot }) => (slot === '' ? [] : [text])),
        held: isHeld('frame', frame.text) && !/^\{[a-z]\}$/.test(frame.text) ? 'frame' : heldSubject ? 'subject' : null,
      }
    },
  }
}

/** Words outside of slots in the frames that ask for something to learn. */
function frameWords(): ReadonlySet<string> {
  const groups = new Set(['learn', 'context', 'career', 'exclude', 'either', 'compare', 'filters', 'everyday'])
  const texts = readFrames().filter(({ group }) => groups.has(group))
  return new Set(texts.flatMap(({ text }) => wordsOf(text.replace(/\{[a-z]+\}/g, ' '))))
}

const scripts = [0x980, 0xa00, 0xa80, 0xb80, 0xc00, 0xc80, 0xd00]

/** A word of Devanagari in the letters of another script of India: their blocks are laid out alike. */
function inOtherScript(text: string, draw: Draw): string {
  const to = draw.of(scripts)
  return text.replace(/[\u0900-\u097f]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x900 + to))
}

/** The sign that a segment ends with belongs before the next word. */
const trailing = (text: string): Token['before'] => {
  const sign = /([,.?!:;/])$/.exec(text)?.[1]
  return sign === undefined ? '' : sign === '?' ? '?' : sign === '/' ? '/' : sign === ',' || sign === ':' ? ',' : '.'
}
