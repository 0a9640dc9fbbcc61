/** Pronunciations of words, each as ARPAbet phonemes separated by spaces. */
export type Dictionary = ReadonlyMap<string, readonly string[]>

const letters: Readonly<Record<string, string>> = {
  a: 'EY',
  b: 'B IY',
  c: 'S IY',
  d: 'D IY',
  e: 'IY',
  f: 'EH F',
  g: 'JH IY',
  h: 'EY CH',
  i: 'AY',
  j: 'JH EY',
  k: 'K EY',
  l: 'EH L',
  m: 'EH M',
  n: 'EH N',
  o: 'OW',
  p: 'P IY',
  q: 'K Y UW',
  r: 'AA R',
  s: 'EH S',
  t: 'T IY',
  u: 'Y UW',
  v: 'V IY',
  w: 'D AH B AH L Y UW',
  x: 'EH K S',
  y: 'W AY',
  z: 'Z IY',
}

/** Usual sounds of letters; the longest match is used. An approximation is enough to find a word among its neighbours. */
const sounds: Readonly<Record<string, string>> = {
  tion: 'SH AH N',
  sion: 'ZH AH N',
  igh: 'AY',
  sch: 'S K',
  tch: 'CH',
  ...{
    sh: 'SH',
    ch: 'CH',
    th: 'TH',
    ph: 'F',
    ng: 'NG',
    ck: 'K',
    qu: 'K W',
    kn: 'N',
    wr: 'R',
    gh: 'G',
    dh: 'D',
    bh: 'B',
  },
  ...{ ee: 'IY', ea: 'IY', ie: 'IY', oo: 'UW', ai: 'EY', ay: 'EY', ei: 'EY', ey: 'IY', ou: 'AW', ow: 'OW', oa: 'OW' },
  ...{ oi: 'OY', oy: 'OY', au: 'AO', aw: 'AO', aa: 'AA', ar: 'AA R', or: 'AO R', er: 'ER', ir: 'ER', ur: 'ER' },
  ...{ ce: 'S', ci: 'S IH', cy: 'S IY', ge: 'JH' },
  ...{ a: 'AE', b: 'B', c: 'K', d: 'D', e: 'EH', f: 'F', g: 'G', h: 'HH', i: 'IH', j: 'JH', k: 'K', l: 'L', m: 'M' },
  ...{ n: 'N', o: 'AA', p: 'P', q: 'K', r: 'R', s: 'S', t: 'T', u: 'AH', v: 'V', w: 'W', x: 'K S', y: 'IY', z: 'Z' },
}

/**
 * Returns the possible pronunciations of a word: those of the dictionary, or a guess from its letters; for short words also the spelling.
 */
export function pronounce(word: string, dictionary: Dictionary): string[] {
  const known = dictionary.get(word)
  if (known) return [...known]
  const [, stem = '', ending] = /^(.+?)('s|s)$/.exec(word) ?? []
  const base = ending ? dictionary.get(stem) : undefined
  if (base) return base.map((one) => `${one} ${/(P|T|K|F|TH)$/.test(one) ? 'S' : 'Z'}`)
  const plain = word.replaceAll("'", '')
  const spelled = [...plain].map((letter) => letters[letter] ?? '').join(' ')
  const guessed = bySound(plain)
  if (!/[aeiouy]/.test(plain)) return [spelled]
  return plain.length > 5 ? [guessed] : [guessed, spelled]
}

function bySound(word: string): string {
  const read = word.length > 3 ? word.replace(/([^aeiou])e$/, '$1') : word
  const said: string[] = []
  for (let at = 0; at < read.length; ) {
    const length = [4, 3, 2, 1].find((size) => sounds[read.slice(at, at + size)] && at + size <= read.length) ?? 1
    const sound = sounds[read.slice(at, at + length)]
    // doubled letters sound once
    if (sound && (length > 1 || read[at] !== read[at - 1])) said.push(sound)
    at += length
  }
  return said.join(' ')
}
