/** The parts of packages that we use and that ship no types, or wrong ones. */
declare module 'nspell' {
  const nspell: (aff: string, dic: string) => { correct(word: string): boolean }
  // biome-ignore lint/style/noDefaultExport: the package exports its function so
  export default nspell
}
declare module 'snowball-stemmers' {
  const snowball: { newStemmer(language: string): { stem(word: string): string } }
  // biome-ignore lint/style/noDefaultExport: the package exports its object so
  export default snowball
}
