import type { MailEngine } from './mail-engine.ts'

/** Development and demo: the row itself is the mailbox shown at /dev, so there is nothing to send. */
export const outboxEngine: MailEngine = { send: async () => {}, isOwnMailbox: true, close: () => {} }
