export { registerAssistant } from './routes.ts'
