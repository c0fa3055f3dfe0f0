// The three roles. Permissions are part of each endpoint and, for user accounts, of the table in users.ts.
export const roles = ['admin', 'accountant', 'user'] as const
export type Role = (typeof roles)[number]

export const everyone: readonly Role[] = roles
export const admins: readonly Role[] = ['admin']
export const accountants: readonly Role[] = ['accountant']
export const adminsAndAccountants: readonly Role[] = ['admin', 'accountant']

export const roleWords: Record<Role, string> = { admin: 'Admin', accountant: 'Accountant', user: 'User' }
