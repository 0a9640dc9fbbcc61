export { addTokens } from './budget.ts'
export { openModel, type WithoutModel } from './open-model.ts'
