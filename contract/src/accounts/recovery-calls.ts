import * as z from 'zod/mini'
import { defineCall } from '../core/call.ts'
import { Id, IdParam, Nothing, Time } from '../core/fields.ts'
import { StaffReason } from './staff-calls.ts'

export const RECOVERY_CODES = 10

/** People copy the code from paper: any case is accepted, with or without the dash. */
const RecoveryCode = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(40)),
    z.transform((text: string) => text.toUpperCase().replaceAll(/[\s-]/g, '')),
  ),
  z.string().check(z.regex(/^[A-Z0-9]{10}$/)),
)

export const RecoveryCodes = z.object({ codes: z.array(z.string()).check(z.maxLength(RECOVERY_CODES)) })

export const giveRecoveryCode = defineCall({
  method: 'POST',
  path: '/api/v2/identity/recovery-code/',
  summary: 'Use a recovery code in place of the authenticator app, once',
  action: 'second_factor.use',
  body: z.object({ code: RecoveryCode }),
  reply: Nothing,
  errors: ['accounts.wrong_code'],
})

/** The new codes are shown only once, and the old ones stop working. */
export const makeRecoveryCodes = defineCall({
  method: 'POST',
  path: '/api/v2/identity/recovery-codes/',
  summary: 'Get ten new recovery codes, which replace the old ones',
  action: 'second_factor.use',
  body: Nothing,
  reply: RecoveryCodes,
  errors: ['accounts.confirm_first', 'accounts.second_factor_first'],
})

export const requestReset = defineCall({
  method: 'POST',
  path: '/api/v2/identity/authenticator-reset/',
  summary: 'Ask two administrators to let you link a new authenticator app',
  action: 'second_factor.use',
  body: Nothing,
  reply: z.object({ expiresAt: Time }),
  errors: ['accounts.confirm_first', 'accounts.no_authenticator'],
})

export const AuthenticatorReset = z.object({
  id: Id,
  personId: Id,
  name: z.string(),
  email: z.string(),
  requestedAt: Time,
  expiresAt: Time,
  /** Null until somebody has agreed. */
  approvedBy: z.nullable(z.string()),
  /** False for your own request, and after you have approved it. */
  canApprove: z.boolean(),
})
export type AuthenticatorReset = z.infer<typeof AuthenticatorReset>

export const listResets = defineCall({
  method: 'GET',
  path: '/api/v2/staff/team/resets/',
  summary: 'Colleagues who ask for a new authenticator app',
  action: 'staff.resets',
  reply: z.object({ resets: z.array(AuthenticatorReset).check(z.maxLength(100)) }),
  errors: [],
})

export const approveReset = defineCall({
  method: 'POST',
  path: '/api/v2/staff/team/resets/:id/approve/',
  summary: 'Agree that a colleague may link a new authenticator app; it takes effect with the second approval',
  action: 'staff.resets',
  params: z.object({ id: IdParam }),
  body: z.object({ reason: StaffReason }),
  reply: z.object({ isDone: z.boolean() }),
  errors: ['accounts.reset_not_found', 'accounts.reset_needs_others', 'accounts.confirm_first'],
})
