export { deleteAnswers } from './delete-answers.ts'
export { answerHandedIn, answerMarked } from './jobs.ts'
export { findAnswerSubject } from './list-queries.ts'
export { registerAssignments } from './routes.ts'
