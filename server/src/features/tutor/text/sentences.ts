/** A full stop after these ends no sentence. */
const abbreviation = /(?:^|[^\p{L}\p{N}])(?:rs|e\.g|i\.e|eg|ie|vs|no|fig|approx|mr|mrs|dr|\d{1,2})\.$/iu
const end = /[.!?।]["'”’)]*$/u
/** A piece of captions without stops is cut at a blank from here on, in characters. */
const longest = 240

export const endsSentence = (text: string): boolean => end.test(text) && !abbreviation.test(text)

/** Returns the sentences of a text. Texts without full stops, as recognised speech has them, are cut into pieces of words. */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = []
  let sentence = ''
  const put = (): void => {
    if (sentence !== '') sentences.push(sentence)
    sentence = ''
  }
  for (const word of text.split(/\s+/u)) {
    if (word === '') continue
    if (sentence.length + word.length > longest) put()
    sentence += sentence === '' ? word : ` ${word}`
    if (endsSentence(sentence)) put()
  }
  put()
  return sentences
}
