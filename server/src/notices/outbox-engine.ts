import type { MailEngine } from './mail-engine.ts'

/** Development and demo: the row itself is the mailbox that /dev shows, so there is nothing left to do. */
export const outboxEngine: MailEngine = { send: async () => {}, isOwnMailbox: true, close: () => {} }
