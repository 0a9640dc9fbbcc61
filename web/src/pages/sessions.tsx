import { redirect } from 'react-router'
import { paths } from '#lib/paths.ts'

/** The address that the list of sessions had before it was a part of the account pages. */
export const loader = () => redirect(paths.sessions)
