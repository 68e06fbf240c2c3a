import type { Listeners } from '#core/events.ts'
import { deleteDevicesOfSignIn } from './device-store.ts'
import { openedOrder } from './opened-parts.ts'
import { eraseFor, exportFor } from './privacy.ts'
import { mailAddressChanged, mailCode, mailVerificationLink, maskAddress } from './send-mail.ts'
import { notifyPerson } from './notify-person.ts'

export const noticesListeners: Listeners = {
  'accounts.code_issued': (ctx, issued) => mailCode(ctx, issued),
  'accounts.verification_asked': (ctx, request) => mailVerificationLink(ctx, request),

  'accounts.signed_up': (ctx, { personId }) =>
    notifyPerson(ctx, { personId, kind: 'account', template: 'welcome', values: {}, link: '/learninghub', onceKey: 'welcome' }),

  'accounts.flags_changed': async (ctx, { personId, opened }) => {
    const order = openedOrder(personId, opened)
    if (order) await notifyPerson(ctx, order)
  },

  /** The owner is notified, no matter who changed it. */
  'accounts.password_changed': (ctx, { personId }) =>
    notifyPerson(ctx, { personId, kind: 'security', template: 'passwordChanged', values: {}, link: '/profile' }),

  /** A notice in the product and to the new address, and a mail to the old one, which its owner may still read. */
  'accounts.email_changed': async (ctx, { personId, from, to }) => {
    const values = { address: maskAddress(to) }
    await notifyPerson(ctx, { personId, kind: 'security', template: 'emailChanged', values, link: '/profile' })
    await mailAddressChanged(ctx, { personId, from, to })
  },

  /** Someone else may have a copy of the sign-in: tell the owner what to do. */
  'accounts.token_reused': (ctx, { personId, device }) =>
    notifyPerson(ctx, { personId, kind: 'security', template: 'stolenSignIn', values: { device }, link: '/profile' }),

  /** The owner can keep the account until that day, no matter who asked. */
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
