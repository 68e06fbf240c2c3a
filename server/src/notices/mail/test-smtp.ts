import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'

export type ReceivedMail = { from: string; to: string[]; raw: string }
/** How the server treats a mail: accept it, refuse it, or accept it and hang up before replying. */
type SmtpReply = 'take' | 'refuse' | 'hang up'

/** A strict TCP mail server that misbehaves as the test requires. */
export async function startSmtp(replyTo: (attempt: number) => SmtpReply = () => 'take', port = 0, host = '127.0.0.1') {
  /** Addresses that it refuses for good. */
  const unknown = new Set<string>()
  const received: ReceivedMail[] = []
  let attempts = 0
  const server = new SMTPServer({
    authOptional: true,
    closeTimeout: 50,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: ({ address }, _session, done) =>
      unknown.has(address) ? done(Object.assign(new Error('No such user'), { responseCode: 550 })) : done(),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        attempts += 1
        const answer = replyTo(attempts)
        if (answer === 'refuse') return done(Object.assign(new Error('try asha@saathi.example later'), { responseCode: 451 }))
        const { mailFrom, rcptTo } = session.envelope
        const to = rcptTo.map(({ address }) => address)
        received.push({ from: mailFrom ? mailFrom.address : '', to, raw: Buffer.concat(chunks).toString() })
        if (answer === 'hang up') return server.connections.forEach((each) => each.close())
        return done()
      })
    },
  })
  server.on('error', () => {})
  server.listen(port, host)
  await once(server.server, 'listening')
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port.')
  return {
    url: `smtp://${host}:${address.port}`,
    port: address.port,
    received,
    unknown,
    attempts: () => attempts,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
