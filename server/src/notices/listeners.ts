import type { Listeners } from '#core/events.ts'
import { deleteDevicesOfSignIn } from './device-store.ts'
import { openedOrder } from './opened-parts.ts'
import { eraseFor, exportFor } from './privacy.ts'
import { mailAddressChanged, mailCode, mailVerificationLink, maskAddress } from './send-mail.ts'
import { notifyPerson } from './tell-person.ts'

export const noticesListeners: Listeners = {
  'accounts.code_issued': (ctx, issued) => mailCode(ctx, issued),
  'accounts.verification_asked': (ctx, asked) => mailVerificationLink(ctx, asked),

  'accounts.signed_up': (ctx, { personId }) =>
    notifyPerson(ctx, { personId, kind: 'account', template: 'welcome', values: {}, link: '/learninghub', onceKey: 'welcome' }),

  'accounts.flags_changed': async (ctx, { personId, opened }) => {
    const order = openedOrder(personId, opened)
    if (order) await notifyPerson(ctx, order)
  },

  /** Whoever changed it, its owner learns of it. */
  'accounts.password_changed': (ctx, { personId }) =>
    notifyPerson(ctx, { personId, kind: 'security', template: 'passwordChanged', values: {}, link: '/profile' }),

  /** In the product and to the new address as any notice, and to the old one, where its owner may be. */
  'accounts.email_changed': async (ctx, { personId, from, to }) => {
    const values = { address: maskAddress(to) }
    await notifyPerson(ctx, { personId, kind: 'security', template: 'emailChanged', values, link: '/profile' })
    await mailAddressChanged(ctx, { personId, from, to })
  },

  /** Someone else may hold a copy of the sign-in: the owner is told, and told what to do. */
  'accounts.token_reused': (ctx, { personId, device }) =>
    notifyPerson(ctx, { personId, kind: 'security', template: 'stolenSignIn', values: { device }, link: '/profile' }),

  /** Whoever asked, its owner has until that day to keep the account. */
  'accounts.leave_asked': (ctx, { personId, leavesAt }) => {
    const values = { leavesOn: { dayOf: leavesAt.toISOString() } }
    return notifyPerson(ctx, { personId, kind: 'security', template: 'leaveAsked', values, link: '/profile' })
  },

  'accounts.sign_in_ended': (ctx, { signInId }) => deleteDevicesOfSignIn(ctx.db, signInId),

  'accounts.export_asked': async (ctx, { personId, parts }) => {
    parts['notices'] = await exportFor(ctx, personId)
  },
  'accounts.erase_asked': (ctx, { personId }) => eraseFor(ctx, personId),
}
