/** What a sentence is, as far as its own words tell. */
export type SentenceKind = 'definition' | 'step' | 'example' | 'warning' | 'statement'

const verbs =
  'add|apply|build|call|change|check|choose|click|close|connect|copy|create|define|delete|divide|drag|draw|enter|find|give|go|import|install|join|make|move|multiply|name|open|pass|paste|pick|press|put|read|remove|rename|repeat|replace|return|right-click|run|save|scroll|select|set|sort|start|subtract|take|turn|type|update|use|wait|write'

/** The first that fits decides. Hindi in Devanagari, where letters beside a word are looked at by themselves: \b knows none. */
const patterns: readonly (readonly [SentenceKind, RegExp])[] = [
  [
    'example',
    /\b(?:for (?:example|instance)|e\.g\.|let'?s say|suppose|imagine|an example (?:is|of)|take for example)\b/i,
  ],
  ['example', /उदाहरण|मिसाल|जैसे कि|मान लीजिए|मान लो/u],
  [
    'warning',
    /\b(?:be careful|careful with|watch out|beware|do not|don'?t|never|avoid|make sure|common mistakes?|mistake (?:is|here)|warning|note that|remember (?:that|to)|pitfall|otherwise it)\b/i,
  ],
  ['warning', /सावधान|ध्यान (?:रख|रहे|दें|दीजिए)|गलती|कभी (?:न|नहीं|मत)|मत (?:कर|भूल|डाल)/u],
  [
    'definition',
    /^(?:[\p{L}\p{N}'’.+#-]+\s+){1,7}?(?:is|are) (?:an?|the|simply|just|basically|nothing but|when|where|how)\b|\b(?:means (?:that|the|an?)|refers to|stands for|is (?:called|known as|defined as)|are called|we call (?:this|it|that)|definition of)\b/iu,
  ],
  ['definition', /कहते हैं|कहलात|का (?:मतलब|अर्थ)|परिभाषा/u],
  [
    'step',
    new RegExp(
      `^(?:(?:and|so|now|then|next|first|second|third|finally|lastly|after that|step \\w+)[,:]?\\s+)+(?:(?:you|we|i|let'?s)\\s+)?(?:(?:can|will|just|simply|have to|need to)\\s+)*(?:${verbs})\\b|^(?:please\\s+)?(?:${verbs})\\b|^(?:step \\w+|first(?:ly)?|finally)\\b`,
      'i',
    ),
  ],
  [
    'step',
    /^(?:सबसे पहले|पहले|फिर|उसके बाद|इसके बाद|अब|अंत में)(?=\s|,).*(?:ें|िए|ो|ते हैं|ना है)[।.]?$|(?:करें|कीजिए|लिखें|चुनें|दबाएँ|दबाएं|खोलें|जोड़ें)[।.]?$/u,
  ],
]

/** "These are the things" says what nothing is. */
const pointing = /^(?:so\s+)?(?:this|that|these|those|it|here|there|he|she|they|we|you|i|what|which|who|and|but)\b/i

export function kindOfSentence(sentence: string): SentenceKind {
  const found = patterns.find(([, pattern]) => pattern.test(sentence))?.[0] ?? 'statement'
  return found === 'definition' &&
    pointing.test(sentence) &&
    !/means|called|known as|stands for|refers to/i.test(sentence)
    ? 'statement'
    : found
}

/** The kind of sentence that a question asks for; null where it does not tell. */
export function kindAskedFor(question: string): SentenceKind | null {
  if (/\bexamples?\b|\budaharan\b|उदाहरण/iu.test(question)) return 'example'
  if (/\b(?:mistakes?|avoid|careful|wrong|pitfalls?|galti)\b|गलती|सावधान/iu.test(question)) return 'warning'
  if (/\b(?:how (?:do|to|can|should|does|would)|steps?|kaise)\b|कैसे/iu.test(question)) return 'step'
  if (
    /\b(?:what (?:is|are|does|do)|meaning|define|definition|kya (?:hai|hota|hoti|hote|matlab))\b|क्या (?:है|होत|मतलब)|मतलब/iu.test(
      question,
    )
  )
    return 'definition'
  return null
}
