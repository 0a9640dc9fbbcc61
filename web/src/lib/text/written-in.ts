/**
 * Returns the attributes of an element whose text people wrote: the direction of the text and, where known, its language, for screen
 * readers and fonts. Inside of a sentence use `<bdi>`, and in plain strings `isolate` of the contract.
 * @param language of the course that the text is from, in BCP 47; "other" is one that is not known
 */
export const writtenIn = (language?: string): { dir: 'auto'; lang?: string } =>
  language === undefined || language === 'other' ? { dir: 'auto' } : { dir: 'auto', lang: language }
