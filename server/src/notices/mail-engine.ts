import type { Env } from '#core/env.ts'
import { smtpEngine } from './smtp-engine.ts'

/** A mail that is ready to be sent. */
export type OutgoingMail = {
  to: string
  subject: string
  text: string
  html: string
  calendarFile: string | null
  messageKey: string
}

export type MailEngine = {
  /** Resolves once the mail is accepted; otherwise throws, and sending is retried. */
  send: (mail: OutgoingMail) => Promise<void>
  /** Whether our own row is the mailbox, as at /dev; a mail server keeps its own copy. */
  isOwnMailbox: boolean
  close: () => void
}

declare module '#core/jobs/define-job.ts' {
  interface Engines {
    mail: MailEngine
  }
}

export function chooseMailEngine(env: Pick<Env, 'smtpUrl' | 'mailFrom'>): MailEngine {
  return env.smtpUrl === undefined ? outboxEngine : smtpEngine(env.smtpUrl, env.mailFrom)
}

/** Development and demo: the row itself is the mailbox shown at /dev, so there is nothing to send. */
const outboxEngine: MailEngine = { send: async () => {}, isOwnMailbox: true, close: () => {} }
