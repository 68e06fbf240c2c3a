import { findTeamFor } from '#accounts/public.ts'
import type { Listeners } from '#core/ctx.ts'
import type { Domain } from '#core/domain.ts'
import { deleteDevicesOfSignIn } from './push/device-store.ts'
import { noticesJobs } from './jobs.ts'
import { notifyOfChange } from './account-changes.ts'
import { notifyPerson, openedOrder } from './notify-person.ts'
import { eraseFor, exportFor } from './privacy.ts'
import { noticesRoutes } from './routes.ts'
import { deleteMailTo } from './store.ts'
import { addRefusedMail } from './mail/work-facts.ts'
import { mailAddressChanged, mailCode, mailVerificationLink, maskAddress } from './mail/send.ts'

const listeners: Listeners = {
  'accounts.code_issued': (ctx, issued) => mailCode(ctx, issued),
  'accounts.verification_asked': (ctx, request) => mailVerificationLink(ctx, request),

  'accounts.people_removed': async (ctx, { addresses }) => {
    for (const address of addresses) await deleteMailTo(ctx.db, address)
  },

  'accounts.signed_up': (ctx, { personId }) =>
    notifyPerson(ctx, { personId, kind: 'account', template: 'welcome', values: {}, link: '/learninghub', onceKey: 'welcome' }),

  'accounts.flags_changed': async (ctx, { personId, opened }) => {
    const order = openedOrder(personId, opened)
    if (order) await notifyPerson(ctx, order)
  },

  'accounts.changed_by_staff': (ctx, { personId, change }) => notifyOfChange(ctx, personId, change),

  /** The owner is notified, no matter who changed it. */
  'accounts.password_changed': (ctx, { personId }) =>
    notifyPerson(ctx, { personId, kind: 'security', template: 'passwordChanged', values: {}, link: '/profile' }),

  /** A notice in the product and to the new address, and a mail to the old one, which its owner may still read. */
  'accounts.email_changed': async (ctx, { personId, from, to }) => {
    const values = { address: maskAddress(to) }
    await notifyPerson(ctx, { personId, kind: 'security', template: 'emailChanged', values, link: '/profile' })
    await mailAddressChanged(ctx, { personId, from, to })
  },

  'accounts.recovery_code_used': (ctx, { personId, left }) => {
    const values = { left: String(left) }
    return notifyPerson(ctx, { personId, kind: 'security', template: 'recoveryCodeUsed', values, link: '/profile' })
  },

  /** To all administrators who could approve. Contains no name, which would stay in their notices after the person has left. */
  'accounts.reset_requested': async (ctx, { personId }) => {
    for (const administrator of await findTeamFor(ctx.db, 'staff.resets', { personId, now: ctx.now() })) {
      const order = { kind: 'security', template: 'resetRequested', values: {}, link: '/staff/team' } as const
      await notifyPerson(ctx, { ...order, personId: administrator })
    }
  },

  'accounts.authenticator_reset': (ctx, { personId }) =>
    notifyPerson(ctx, { personId, kind: 'security', template: 'authenticatorReset', values: {}, link: '/profile' }),

  /** Someone else may have a copy of the sign-in: tell the owner what to do. */
  'accounts.token_reused': (ctx, { personId, device }) =>
    notifyPerson(ctx, { personId, kind: 'security', template: 'stolenSignIn', values: { device }, link: '/profile' }),

  /** The owner can keep the account until that day, no matter who asked. */
  'accounts.leave_asked': (ctx, { personId, leavesAt }) => {
    const values = { leavesOn: { dayOf: leavesAt.toISOString() } }
    return notifyPerson(ctx, { personId, kind: 'security', template: 'leaveAsked', values, link: '/profile' })
  },

  'accounts.sign_in_ended': (ctx, { signInId }) => deleteDevicesOfSignIn(ctx.db, signInId),
}

export const notices: Domain = {
  name: 'notices',
  routes: (app, { engines }) => noticesRoutes(app, { push: engines.push }),
  listeners,
  jobs: noticesJobs,
  addPersonFacts: ({ db }, ids, about) => addRefusedMail(db, ids, about),
  exportPerson: (ctx, { personId }) => exportFor(ctx, personId),
  erasePerson: eraseFor,
}
