import type { DomainEvents } from '#core/events.ts'
import type { ListenerCtx } from '#core/ctx.ts'
import { sendMail } from './mail/send.ts'
import { namesOfParts, notifyPerson } from './notify-person.ts'
import { findAddress } from './store.ts'

type StaffChange = DomainEvents['accounts.changed_by_staff']['change']

const whats = {
  role: 'notices.accountChanged.role',
  details: 'notices.accountChanged.details',
  signed_out: 'notices.accountChanged.signedOut',
} as const

/** Notifies a person of changes by staff. People who cannot sign in, or could not until now, receive only a mail. */
export async function notifyOfChange(ctx: ListenerCtx, personId: number, change: StaffChange): Promise<void> {
  if (change.is === 'blocked' || change.is === 'unblocked') {
    const person = await findAddress(ctx.db, personId)
    if (!person) return
    const template = change.is === 'blocked' ? 'accountBlocked' : 'accountUnblocked'
    await sendMail(ctx, { to: person.email, template, language: person.language, values: { name: person.firstName } })
    return
  }
  const notice = { personId, kind: 'account', link: '/profile' } as const
  if (change.is === 'closed') {
    const names = namesOfParts(change.parts)
    if (names.length > 0) await notifyPerson(ctx, { ...notice, template: 'closed', values: { parts: { namesOf: names } } })
    return
  }
  const what = whats[change.is]
  await notifyPerson(ctx, { ...notice, template: 'accountChanged', values: { what: { namesOf: [what] } } })
}
