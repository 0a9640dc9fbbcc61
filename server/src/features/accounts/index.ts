export { requireActiveAccount } from './account-status.ts'
export { anonymiseUser, deletedName } from './anonymise-user.ts'
export { type Caller, callerOf } from './caller-of.ts'
export { accountJobs, mailAccountDeleted } from './jobs.ts'
export { type MailPart, mailPage, mailTime, paragraph, textMail, withoutFourDigits } from './mails.ts'
export { hashPassword, verifyPassword } from './passwords.ts'
export { photoUrlOf, presentEnrolledCourse, presentPublicUser } from './present.ts'
export { proveOwner } from './prove-owner.ts'
export {
  findUser,
  insertUser,
  lockAdminsAnd,
  lockUser,
  lockUserByEmail,
  newUser,
  setRole,
  setSuspension,
} from './queries.ts'
export { registerAccounts } from './routes.ts'
export { endSessionsOf, hashToken, newToken, onSessionsEnded, openSessionsAmong, sessionReader } from './sessions.ts'
export { takeOverAccount } from './take-over-account.ts'
