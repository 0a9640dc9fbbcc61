import type { Shelf } from '../queries.ts'
import type { HelpTopic } from './help-topics.ts'
import { type Example, nearestExample } from './nearest-example.ts'
import { wordsIn } from './read-message.ts'

/** What a detail question is about. */
export type Asked = 'price' | 'level' | 'length' | 'lectures' | 'rating' | 'teacher' | 'students' | 'preview' | 'live'

export type Intent =
  | { kind: 'greeting' | 'thanks' | 'bye' | 'about' | 'categories' | 'compare' | 'roadmap' | 'recommend' | 'other' }
  | { kind: 'help'; topic: HelpTopic }
  | { kind: 'details'; asked: readonly Asked[] }
  | { kind: 'shelf'; shelf: Shelf }

const greeting =
  /^(hi+|hey+|hello+|helo|hola|yo|namaste+|namaskar|namaskaram|salaam|salam|sat sri akal|vanakkam|नमस्ते|नमस्कार|हेलो|हाय|good (morning|afternoon|evening|day)|greetings)( (there|bot|chatbot|ji|sir|madam|bhai|friend|everyone|assistant|dear|all|how are you|kaise ho|kya hal hai))*$/
const smallTalk = /^(how are you( doing)?|kaise ho( aap)?|aap kaise ho|kya hal hai|what s up|whats up|sup)$/
const thanks =
  /^(ok |okay |great |nice |cool |wow )*(many )?(thanks?|thank you|thank u|thankyou|thx|ty|tysm|dhanyava+d|shukriya|धन्यवाद|शुक्रिया)(?: .{0,30})?$|^(great|nice|cool|awesome|perfect|super|ok|okay|got it|theek hai|thik hai|accha|badhiya)( (job|work|answer|bot))?$/
const bye = /^(bye+|good ?bye|good night|see you( later)?|alvida|phir milenge|tata|exit|quit)\b.{0,15}$/
const about =
  /^(please |(can|could|will) (you|u) )?(please )?help( me)?( out)?( please)?$|^(madad|sahayata)( karo| chahiye)?$|\b(what|how) (can|do|could) you (do|help|assist)\b|\bwho (are|r) (you|u)\b|\bare you (an? )?(ai|bot|robot|human|real|chatgpt|gpt|person|machine|llm|language model)\b|\bwhat are you\b|\b(tum|aap|tu) (kaun|kon) (ho|hai|hain)\b|\bkya kar sakte ho\b|\b(your|tumhara|aapka) (name|naam)\b/
const categories =
  /\b(what|which|all|list|show|kaun ?se|konse|kya kya) .{0,20}\b(categor(y|ies)|topics|subjects)\b|\bhow many courses\b|\bkitne course|^categor(y|ies)$|\b(what|which) (all )?courses (do you|are|does|have|you)\b(?!.*\b(about|on|for|in|under|below|free)\b)|\bkya kya (course|padhate|sikhate)|^(all|show|list)( me)?( all)?( the)? courses$/
const compare =
  /\bcompare\b|\bcomparison\b|\bcomparing\b|\bdifference\b|\bdiff(er)?\b|\bvs\b|\bversus\b|\bwhich (one )?is (better|best|cheaper|easier|shorter)\b.*\bor\b|\b(better|cheaper|easier|accha|behtar|sasta)\b.*\b(or|ya)\b|\bya\b.*\b(better|accha|achha|behtar|sasta)\b|\bor\b.*\bwhich (one )?(is|should)\b|\b(mein|me|main) (fark|antar|difference)\b|\bfark\b|तुलना|अंतर/
const roadmap =
  /\broad ?maps?\b|\blearning (path|plan|order)\b|\bstudy plan\b|\bcareer path\b|\bpath (to|for)\b|\bcurriculum (for|to)\b|\bstep by step\b|\bwhere (do|should|can|to) (i |we )?(start|begin)\b|\bhow (do|can|should|to) (i )?(become|start|begin|get into|get started)\b|\b(want to|wanna|going to|how to) (become|be) (a|an)\b|\bbecome an? (?!educator|instructor|teacher)|\b(kaha+n?|kahan|kaise|kese) (se )?(shuru|start)\b|\b(banna|banne|banu|bane|banun)\b|\bin (what|which) order\b|\bwhat (should|do) i learn (first|next|after)\b|\bfrom (zero|scratch) to\b|रोडमैप|कैसे शुरू|कहाँ से शुरू/
const recommend =
  /\b(recommend|recommendation|suggest|suggestion|sugest|recomend|advise)\w*\b|\bcourses? (for|on|about|in|to learn|related)\b|\b(want|like|need|wish|trying|plan) to (learn|study|understand|master)\b|\b(teach me|learn|sikhna|seekhna|sikhao|sikhni|padhna|study)\b|\bsuitable for\b|\blooking for\b|\bbest courses?\b|\bkaun ?sa course\b|\bkonsa course\b|सीखना|सिखाओ/

const askedPatterns: readonly (readonly [Asked, RegExp])[] = [
  [
    'price',
    /\b(price|prices|cost|costs|fee|fees|charge|charges|rate|kitne ka|kitne ki|kitna paisa|daam|dam|keemat|kimat|how much (is|does|for|do))\b|कीमत|क़ीमत|कितने का|दाम/,
  ],
  [
    'level',
    /\b(what|which|kis) level\b|\blevel of\b|\bhow (hard|difficult|easy)\b|\bdifficulty\b|\b(suitable|good|ok|okay|right|fit) for (a )?(beginners?|freshers?|newbies?)\b|\bkitna (mushkil|kathin|aasan)\b/,
  ],
  [
    'length',
    /\bhow long (is|are|does|will|do)\b|\bduration\b|\bhow many (hours|minutes|weeks|days)\b|\blength of\b|\btotal (time|hours)\b|\bkitne (ghante|din|samay|time)\b|\bkitna (time|samay|lamba)\b|अवधि/,
  ],
  [
    'lectures',
    /\bhow many (lectures|lessons|videos|classes|chapters|modules)\b|\b(syllabus|contents?|chapters|curriculum) (of|in)\b|\bsyllabus\b|\bwhat (does|will) .* (cover|include|contain)\b|\b(lectures|lessons) (of|in|are)\b|\bkitne (lecture|video|chapter)/,
  ],
  [
    'rating',
    /\b(rating|ratings|rated|reviews?|stars) (of|for|does|do|is|has|about)\b|\bhow (good|well rated) is\b|\bis .* (any good|worth it|worth)\b|\brating\b|\bkaisa hai\b|रेटिंग/,
  ],
  [
    'teacher',
    /\bwho (teaches|is teaching|made|created|takes|is the (teacher|instructor|educator|author))\b|\b(instructor|teacher|educator|author|faculty) (of|for|in)\b|\b(kaun|kon) (padhata|padhate|padha|sikhata|sikhate)\b|किसने|कौन पढ़ाता/,
  ],
  [
    'students',
    /\bhow many (students|people|learners)\b|\b(students|people) (are |have )?enrol+ed\b|\bkitne (students|log|bacche)\b/,
  ],
  ['preview', /\b(free )?(preview|demo|trial|sample)s? (of|for|lecture|video|in|available|class)\b/],
  ['live', /\b(does|is|are|any) .*\blive (session|class|lecture)s?\b.*\b(in|of|for)\b/],
]
/** Says that something is to be learned; then words such as "payment" name a subject. */
const wantsToLearn = /\b(learn|study|sikhna|seekhna|teach me|tutorials?|courses? (on|about|in|for)(?! later))\b/
const neverTaught = new Set(['refund', 'certificate', 'support'])

const tellAbout =
  /\b(tell me|tell) (more )?about\b|\b(details?|info|information|more) (of|on|about|for)\b|\bke baare? (me|mein)\b|\bdescribe\b|के बारे में/

const shelves: readonly (readonly [Shelf, RegExp])[] = [
  [
    'live',
    /\b(upcoming|scheduled|next|any|which|what|kab) .{0,12}live (session|class|lecture)s?\b|\blive (session|classe|lecture)s (today|tomorrow|this week|schedule)\b/,
  ],
  [
    'free',
    /^(any |all |show |list |the |me |give |get |are there |is there |do you have |have |available |completely |some |find |i want |mujhe |muft |which |what |are )*(free|muft|0 rupee|zero cost)( of cost)?( courses?| course chahiye| classes| wale| ones| available| here| are there| is there| do you have| list| batao| dikhao| hai| kya)*$/,
  ],
  ['cheapest', /\b(cheapest|lowest price|least expensive|most affordable|sabse sast[aei])\b/],
  ['dearest', /\b(most expensive|costliest|highest price|sabse mehng[aei])\b/],
  ['rated', /\b(best|top|highest|top most) ?(rated|rating|reviewed)\b|\bsabse acch[aei] (course|rating)/],
  ['popular', /\b(most )?(popular|trending|famous|bestsell\w*|best sell\w*|most enrol+ed|most bought)\b/],
  ['newest', /\b(newest|latest|recent|new|naya|naye) courses?\b|\brecently added\b|\bwhat s new\b/],
]

/** Ways to ask that no rule knows; a message that is near one of them means the same. */
const otherExamples: readonly Example<'about' | 'categories' | 'roadmap' | 'compare'>[] = [
  { text: 'explain how you work', kind: 'about' },
  { text: 'what is this chat for', kind: 'about' },
  { text: 'what do you teach on this website', kind: 'categories' },
  { text: 'what kind of courses are on offer', kind: 'categories' },
  { text: 'plan my studies for the next months', kind: 'roadmap' },
  { text: 'i am lost and do not know what to take first', kind: 'roadmap' },
  { text: 'help me choose between these two courses', kind: 'compare' },
]
const nearEnough = 0.5

export type IntentReader = (text: string) => Intent

/** Reads what a message (see `readMessage`) is about: by rules first, then by the nearest example. */
export function intentReader(topics: readonly HelpTopic[]): IntentReader {
  const examples: Example<Intent>[] = [
    ...topics.flatMap((topic) => topic.examples.map((text) => ({ text, kind: { kind: 'help', topic } as const }))),
    ...otherExamples.map(({ text, kind }) => ({ text, kind: { kind } })),
  ]
  const nearest = nearestExample(examples)
  return (text) => {
    const few = wordsIn(text).length <= 8
    if (few && (greeting.test(text) || smallTalk.test(text))) return { kind: 'greeting' }
    if (few && thanks.test(text)) return { kind: 'thanks' }
    if (few && bye.test(text)) return { kind: 'bye' }
    if (about.test(text)) return { kind: 'about' }
    const shelf = shelves.find(([, pattern]) => pattern.test(text))
    if (shelf) return { kind: 'shelf', shelf: shelf[0] }
    if (compare.test(text)) return { kind: 'compare' }
    const learning = wantsToLearn.test(text)
    const topic = topics.find(
      ({ key, patterns }) => (!learning || neverTaught.has(key)) && patterns.some((pattern) => pattern.test(text)),
    )
    if (topic) return { kind: 'help', topic }
    if (categories.test(text)) return { kind: 'categories' }
    if (roadmap.test(text)) return { kind: 'roadmap' }
    const asked = askedPatterns.filter(([, pattern]) => pattern.test(text)).map(([name]) => name)
    if (asked.length > 0 || tellAbout.test(text)) return { kind: 'details', asked }
    if (recommend.test(text)) return { kind: 'recommend' }
    const near = nearest(text)
    return near && near.likeness >= nearEnough ? near.kind : { kind: 'other' }
  }
}
