/** The part of nspell's interface that we use; the package ships no types. */
declare module 'nspell' {
  const nspell: (aff: string, dic: string) => { correct(word: string): boolean }
  // biome-ignore lint/style/noDefaultExport: the package exports its function so
  export default nspell
}
