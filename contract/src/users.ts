// User accounts: the permission matrix, the limit of five active accounts, and the texts of User Management.
import { z } from '@talaan/ledger/core/zod.ts'
import { endpoint } from './endpoint.ts'
import type { Problem } from './problem.ts'
import { admins, adminsAndAccountants, everyone, type Role, roles } from './roles.ts'
import { clientId, clientPath } from './session.ts'

export const maximumActiveAccounts = 5

export const userWords = {
  cap: 'You can only have a maximum of 5 active accounts (including Admin).',
  notAllowed: 'Not allowed',
  cannotDeactivate: 'Account cannot be deactivated or deleted',
  duplicateTitle: 'Duplicate ClientID',
  addNetwork: 'Network error, failed to add user',
  networkDeactivate: 'Network error, failed to deactivate user',
  networkReactivate: 'Network error, failed to reactivate user',
  networkDelete: 'Network error, failed to delete user',
  networkReset: 'Network error, failed to reset password',
  networkOverview: 'Network error, failed to show or hide the company overview',
  notCreated: 'User Not Created',
  reactivationFailed: 'User Reactivation Failed',
  deactivationFailed: 'User Deactivation Failed',
  deletionFailed: 'User Deletion Failed',
  created: 'User Created',
  deleted: { title: 'Account Deleted', message: 'Account Permanently Deleted' },
  deactivated: 'Account Deactivated',
  activated: 'Account Activated',
  reset: 'Reset Successful',
} as const

export const userProblems = {
  capReached: { code: 'users.capReached', status: 409, sentence: userWords.cap },
  duplicate: {
    code: 'users.duplicate',
    status: 409,
    sentence: 'An account with this Client ID already exists. Choose another Client ID.',
  },
  resetNotAllowed: { code: 'users.resetNotAllowed', status: 403, sentence: userWords.notAllowed },
  cannotDeactivate: { code: 'users.cannotDeactivate', status: 403, sentence: userWords.cannotDeactivate },
  roleNotAllowed: {
    code: 'users.roleNotAllowed',
    status: 403,
    sentence: 'An accountant can only add accounts with the role User.',
  },
  otherCompany: {
    code: 'users.otherCompany',
    status: 403,
    sentence: 'This portal is for one company only. Leave the company unchanged.',
  },
  wrongAdminPassword: { code: 'users.wrongAdminPassword', status: 403, sentence: 'Your own password is not correct.' },
  overviewNotAllowed: {
    code: 'users.overviewNotAllowed',
    status: 403,
    sentence:
      'Only an administrator can choose which users see the company overview. Administrators and accountants always see it.',
  },
  notThere: {
    code: 'users.notThere',
    status: 404,
    sentence: 'There is no account with this Client ID. Check the Client ID.',
  },
} satisfies Record<string, Problem>

export type Person = { clientId: string; role: Role }
const same = (a: Person, b: Person) => a.clientId.toLowerCase() === b.clientId.toLowerCase()

/** The permission matrix for user accounts: returns a problem if the user may not take the action, or undefined. */
export const refusal = {
  list: (viewer: Person): Problem | undefined =>
    adminsAndAccountants.includes(viewer.role) ? undefined : userProblems.resetNotAllowed,
  add: (viewer: Person, role: Role): Problem | undefined =>
    viewer.role === 'admin' || (viewer.role === 'accountant' && role === 'user')
      ? undefined
      : userProblems.roleNotAllowed,
  resetPassword: (viewer: Person, target: Person): Problem | undefined => {
    if (viewer.role === 'admin') return target.role === 'accountant' ? userProblems.resetNotAllowed : undefined
    if (viewer.role === 'accountant') return same(viewer, target) ? undefined : userProblems.resetNotAllowed
    return userProblems.resetNotAllowed
  },
  deactivate: (viewer: Person, target: Person): Problem | undefined =>
    adminsAndAccountants.includes(viewer.role) && target.role === 'user' && !same(viewer, target)
      ? undefined
      : userProblems.cannotDeactivate,
  overview: (viewer: Person, target: Person): Problem | undefined =>
    viewer.role === 'admin' && target.role === 'user' ? undefined : userProblems.overviewNotAllowed,
  /** Adding or activating an account counts toward the limit. */
  seat: (activeAccounts: number): Problem | undefined =>
    activeAccounts >= maximumActiveAccounts ? userProblems.capReached : undefined,
} as const

export const listedUser = z.object({
  ClientId: z.string(),
  Role: z.enum(roles),
  Active: z.boolean(),
  isOnline: z.boolean(),
  Company: z.string(),
})
export type ListedUser = z.infer<typeof listedUser>

const success = z.literal(true)
const company = z.optional(z.string().check(z.maxLength(200)))
const password = z.string().check(z.minLength(1, 'All fields are required'), z.maxLength(1024))
const byClient = z.strictObject({ clientId: clientPath })

export const listUsers = endpoint({
  name: 'users.list',
  method: 'GET',
  path: '/api/auth/userManagement',
  access: adminsAndAccountants,
  query: z.strictObject({ company }),
  answer: z.object({ success, users: z.array(listedUser) }),
  failure: 'The accounts could not be loaded. Try again.',
})

export const addUser = endpoint({
  name: 'users.add',
  method: 'POST',
  path: '/api/auth/userManagement',
  access: adminsAndAccountants,
  body: z.strictObject({
    ClientId: clientId,
    Company: company,
    Password: password,
    Role: z._default(z.enum(roles), 'user'),
  }),
  answer: z.object({ success }),
  failure: userWords.addNetwork,
})

export const resetPassword = endpoint({
  name: 'users.resetPassword',
  method: 'PATCH',
  path: '/api/auth/userManagement/:clientId',
  access: everyone,
  params: byClient,
  body: z.strictObject({ Password: password, adminPassword: password }),
  answer: z.object({ success }),
  failure: userWords.networkReset,
})

export const deactivateUser = endpoint({
  name: 'users.deactivate',
  method: 'PATCH',
  path: '/api/auth/userManagement/deactivate/:clientId',
  access: adminsAndAccountants,
  params: byClient,
  answer: z.object({ success }),
  failure: userWords.networkDeactivate,
})

export const reactivateUser = endpoint({
  name: 'users.reactivate',
  method: 'PATCH',
  path: '/api/auth/userManagement/reactivate/:clientId',
  access: adminsAndAccountants,
  params: byClient,
  answer: z.object({ success }),
  failure: userWords.networkReactivate,
})

export const deleteUser = endpoint({
  name: 'users.delete',
  method: 'DELETE',
  path: '/api/auth/userManagement/:clientId',
  access: adminsAndAccountants,
  params: byClient,
  answer: z.object({ success }),
  failure: userWords.networkDelete,
})

/** The accounts with the role User that can see the company overview. */
export const listOverviewViewers = endpoint({
  name: 'users.overviewViewers',
  method: 'GET',
  path: '/api/auth/userManagement/overview',
  access: admins,
  answer: z.object({ clientIds: z.array(z.string()) }),
  failure: 'The list of users who see the overview could not be loaded. Try again.',
})

/** Whether a user can see the company overview. */
export const showOverview = endpoint({
  name: 'users.showOverview',
  method: 'PATCH',
  path: '/api/auth/userManagement/overview/:clientId',
  access: admins,
  params: byClient,
  body: z.strictObject({ sees: z.boolean() }),
  answer: z.object({ success }),
  failure: userWords.networkOverview,
})
