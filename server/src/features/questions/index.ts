export { findPart } from './access.ts'
export { fillQuestion } from './fill-questions.ts'
export { closePostReports, hidePost, restorePost } from './hide-post.ts'
export {
  postHidden,
  postRestored,
  questionAnswered,
  questionAsked,
  questionGone,
  questionSolved,
} from './jobs.ts'
export { registerQuestions } from './routes.ts'
export {
  beginDigest,
  type DigestItem,
  findAnsweredFor,
  findAskedFor,
  findFollowers,
  findPostSubject,
  type PostSubject,
} from './subject-queries.ts'
export { deleteTracesOf, lockWriter } from './write-queries.ts'
