import { createTransport } from 'nodemailer'
import type { Env } from '#core/env.ts'
import { OperatorError } from '#core/operator-error.ts'
import { plainAddress, readSender } from './plain-text.ts'

/** A mail that is ready to be sent. */
type OutgoingMail = {
  /** As administrators have set it; null for MAIL_FROM. */
  from: string | null
  to: string
  subject: string
  text: string
  html: string
  calendarFile: string | null
  messageKey: string
}

/** The mail server refused the address itself, and will refuse it again. */
export class AddressRefused extends Error {
  readonly code: number
  constructor(code: number) {
    super(`The mail server refused the address with ${code}.`)
    this.code = code
  }
}

export type MailEngine = {
  /** Resolves once the mail is accepted; otherwise throws, and sending is retried unless it is AddressRefused. */
  send: (mail: OutgoingMail) => Promise<void>
  /** Whether the database row itself is the mailbox, as on the /dev page. A mail server stores its own copy instead. */
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

const CONNECT_MS = 10_000
const SOCKET_MS = 20_000
/** Idle connections are closed before the mail server closes them, so that no mail is sent over a dead one. */
const IDLE_MS = 30_000

/** Any mail server, over a few pooled connections. */
function smtpEngine(url: string, mailFrom: string): MailEngine {
  const sender = readSender(mailFrom)
  if (!sender) throw new OperatorError('MAIL_FROM must be an address such as Saathi <no-reply@saathi.example>.')
  const domain = sender.address.slice(sender.address.indexOf('@') + 1)
  const transport = createTransport({
    url,
    pool: true,
    requireTLS: mustEncrypt(new URL(url)),
    maxConnections: 2,
    // Retrying is the queue's job, which counts attempts.
    maxRequeues: 0,
    idleTimeout: IDLE_MS,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SOCKET_MS,
    // Nothing in a mail may make the server read a file or a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  async function send({ from, to, subject, text, html, calendarFile, messageKey }: OutgoingMail) {
    const address = plainAddress(to)
    if (address === null) throw new Error('The address has no plain form.')
    await transport
      .sendMail({
        from: readSender(from ?? '') ?? sender ?? '',
        to: { name: '', address },
        subject,
        text,
        html,
        attachments: calendarFile === null ? [] : [asAttachment(calendarFile)],
        // The same message id for every attempt, so that a mailbox can detect duplicates.
        messageId: `<${messageKey}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
      .catch((error: unknown) => {
        throw explain(error)
      })
  }

  return { send, isOwnMailbox: false, close: () => transport.close() }
}

/** Not an invitation: the mail client offers to save the event and asks for no reply. */
const asAttachment = (content: string) => ({
  filename: 'event.ics',
  content,
  contentType: 'text/calendar; charset=utf-8',
})

/** Mail to another machine is always encrypted, unless the URL says `?requireTLS=false`. */
function mustEncrypt({ hostname, searchParams }: URL): boolean {
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return !isHere && searchParams.get('requireTLS') !== 'false'
}

/** A mail server's reply may contain the address; its status code is enough. */
function explain(error: unknown): Error {
  const status = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
  const isForGood = status >= 500 && status < 600
  // Only a reply to RCPT TO is about the address; other refusals concern us or the content.
  if (isForGood && error instanceof Error && 'command' in error && error.command === 'RCPT TO') return new AddressRefused(status)
  if (status) return new Error(`The mail server refused with ${status}.`)
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no reason'
  return new Error(`The mail server could not be reached (${code}).`)
}
