import { findText } from '#core/texts.ts'
import type { ListenerCtx } from '#core/events.ts'
import { mailBody } from './mail-body.ts'
import { findAddress, insertMail } from './store.ts'

/** Someone else may hold a copy of the sign-in: the owner is told, and told what to do. */
export async function warnOfStolenSignIn(ctx: ListenerCtx, personId: number, device: string): Promise<void> {
  const { email, firstName, language } = await findAddress(ctx.db, personId)
  const t = findText(language)
  const body = mailBody([
    t('notices.hello', { name: firstName }),
    t('notices.stolenSignIn.what', { device }),
    t('notices.stolenSignIn.do'),
    t('notices.bye'),
  ])
  await insertMail(ctx.db, { to: email, subject: t('notices.stolenSignIn.subject'), ...body }, ctx.now())
}
