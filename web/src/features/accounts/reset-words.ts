import type { ResetProgress, ResetStep } from './reset-progress.ts'

/** The steps as they stand above the form. */
export const resetStepNames: Record<ResetStep, string> = { email: 'Email', code: 'Code', password: 'New password' }

/** Title and text of a step. */
export function resetWords(progress: ResetProgress): { title: string; text: string } {
  if (progress.step === 'email')
    return { title: 'Forgot password', text: 'Enter your email address and we will send you a code of 4 digits.' }
  if (progress.step === 'code') {
    return {
      title: 'Enter the code',
      text: `If ${progress.email} belongs to an account, a code of 4 digits is on its way there. It is valid for 5 minutes, in this browser. The link in the mail works in any browser.`,
    }
  }
  return { title: 'Choose a new password', text: `For ${progress.email}. You will be logged out everywhere.` }
}
