export { requireActiveAccount } from './account-status.ts'
export { type Caller, callerOf } from './caller-of.ts'
export {
  type MailPart,
  type MailSite,
  mailFoot,
  mailPage,
  mailSiteOf,
  mailTime,
  paragraph,
  textMail,
  withoutFourDigits,
} from './codes/mails.ts'
export { codeLifeMs } from './codes/one-time-code.ts'
export { deleteFactorsOf } from './factors/factor-queries.ts'
export { deleteForeignApps, findForeignApps } from './factors/renew-apps.ts'
export { accountJobs, accountTakenOver, mailAccountChange, mailAccountDeleted } from './jobs.ts'
export { hashPassword, verifyPassword } from './passwords.ts'
export { photoUrlOf, presentEnrolledCourse, presentPublicUser } from './present.ts'
export { anonymiseUser } from './profile/anonymise-user.ts'
export { takeOverAccount } from './profile/take-over-account.ts'
export {
  findUser,
  insertUser,
  keepAccounts,
  lockAdminsAnd,
  lockUser,
  lockUserByEmail,
  newUser,
  setRole,
  setSuspension,
} from './queries.ts'
export { registerAccounts } from './routes.ts'
export { requireFactor } from './security/demand.ts'
export {
  endSessionsOf,
  hashToken,
  newToken,
  onSessionsEnded,
  openSessionsAmong,
  sessionReader,
} from './sessions/sessions.ts'
export { type Asking, proveOwner, requireConfirmation } from './sign-in/prove-owner.ts'
