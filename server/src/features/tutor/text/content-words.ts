import { stem, wordsOf } from '../../search/index.ts'

const stopWords = new Set(
  // in the spelling in which words are compared
  wordsOf(
    `a about above after again all also am an and any are as at be because been before being below between both but by can could did do does doing
  down during each else ever every few for from further get gets getting go goes going gonna good got had has have having he her here hers him his how i if in into
  is it its itself just know let like look lot make many may me might more most much must my need no nor not now of off ok okay on once one only
  or other our out over own please really right said same say says see she should so some something such take than that the their them then
  there these they thing things this those through to too two up us use used using very want was way we well were what when where which while
  who whom why will with would yes you your explain tell give show mean means example definition lecture course video minute
  kya kyu kyun kaise kaun kab kahan kitna kitne kitni hai hain ho hota hoti hote tha thi the ka ki ke ko se me mein main par pe aur ya bhi hi na
  nahi nahin mat kar karo karna karte karta karti kare karen kiya raha rahi rahe ye yeh wo woh is us iska uska batao bataiye samjhao samjhaiye matlab chahiye
  क्या क्यों कैसे कौन कब कहाँ कितना कितने है हैं हो होता होती होते था थी थे का की के को से में पर और या भी ही न नहीं मत कर करो करना करते करता करती करें किया
  रहा रही रहे यह ये वह वे इस उस इसका उसका बताओ बताइए समझाओ समझाइए मतलब चाहिए एक तो जो कि लिए`,
  ),
)

export type Word = { written: string; stem: string }

/** Returns the words of a text that say what it is about, each with its stem. */
export const contentWords = (text: string): Word[] =>
  wordsOf(text)
    .filter((word) => word.length > 1 && !stopWords.has(word) && !/^\p{N}+$/u.test(word))
    .map((written) => ({ written, stem: stem(written) }))

/** Returns the stems of a text, each once. */
export const stemsOf = (text: string): Set<string> => new Set(contentWords(text).map((word) => word.stem))
