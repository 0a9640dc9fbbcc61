export type { AwardDocument } from './award.ts'
export { type PaperDocument, paperLanguage } from './document.ts'
export { logoSvg } from './logo.ts'
export { renderAward, renderPdf } from './render-pdf.ts'
