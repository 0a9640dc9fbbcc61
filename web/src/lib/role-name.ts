import type { Role } from '@virtual-courses/contract'

/** What people call a role. */
export const roleName: Record<Role, string> = { student: 'Student', educator: 'Educator', admin: 'Admin' }
