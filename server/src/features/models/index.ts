export { answerWithFallback } from './answer-with-fallback.ts'
export { openModel } from './open-model.ts'
