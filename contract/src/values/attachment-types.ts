// apart from the other media: pages show images long before they take files

/** Extensions of texts that no browser runs: sources, data and notes. Pages and scripts that a click starts are not among them. */
const plainTexts = (
  'txt py r jl m sql java kt kts scala groovy gradle c h cc cpp cxx hpp hh cs fs go rs swift dart rb pl lua ts mts cts tsx jsx css scss ' +
  'sass less vue svelte sh bash zsh php ex exs erl hs clj ml f90 asm s v vhd ino proto graphql tf toml ini cfg conf env properties log ' +
  'tex bib rst adoc srt vtt diff patch rmd qmd'
).split(' ')

/** Media types of the files that lectures may offer, by extension. The first extension of a type is given to files without one. */
export const attachmentTypes: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  zip: 'application/zip',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
  epub: 'application/epub+zip',
  ...Object.fromEntries(plainTexts.map((extension) => [extension, 'text/plain'])),
  md: 'text/markdown',
  markdown: 'text/markdown',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  json: 'application/json',
  jsonl: 'application/jsonl',
  geojson: 'application/geo+json',
  ipynb: 'application/x-ipynb+json',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  xml: 'application/xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  mp3: 'audio/mpeg',
  m4a: 'audio/x-m4a',
  wav: 'audio/wav',
  '7z': 'application/x-7z-compressed',
  gz: 'application/gzip',
  tar: 'application/x-tar',
  parquet: 'application/vnd.apache.parquet',
  sqlite: 'application/x-sqlite3',
}
