/**
 * Returns the attributes of an element whose text people wrote: its direction is that of the text, so that marks at the ends of an Urdu
 * sentence stand where they belong on an English page. With its language, where that is known, it is read and drawn as such. Inside of a
 * sentence such a text stands in `<bdi>`, and in plain strings `isolate` of the contract keeps it apart.
 * @param language of the course that the text is from, as BCP 47 has it; "other" is one that is not known
 */
export const writtenIn = (language?: string): { dir: 'auto'; lang?: string } =>
  language === undefined || language === 'other' ? { dir: 'auto' } : { dir: 'auto', lang: language }
