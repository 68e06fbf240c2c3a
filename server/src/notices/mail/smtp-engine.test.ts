import { expect, test } from 'vitest'
import { AddressRefused, chooseMailEngine } from './engine.ts'
import { startSmtp } from './test-smtp.ts'

const mailFrom = 'Saathi <no-reply@saathi.example>'
const mail = {
  from: null,
  to: 'asha@saathi.example',
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
  calendarFile: null,
  messageKey: 'a-key',
}

test('without SMTP_URL the outbox is the mailbox, otherwise a mail server', () => {
  expect(chooseMailEngine({ smtpUrl: undefined, mailFrom }).isOwnMailbox).toBe(true)
  expect(chooseMailEngine({ smtpUrl: 'smtp://127.0.0.1:2525', mailFrom }).isOwnMailbox).toBe(false)
})

test('a sender without a plain address is rejected at start, naming the setting', () => {
  expect(() => chooseMailEngine({ smtpUrl: 'smtp://127.0.0.1:2525', mailFrom: 'Saathi' })).toThrow('MAIL_FROM')
})

test('a line break in a subject or an address starts no header', async () => {
  const smtp = await startSmtp()
  const engine = chooseMailEngine({ smtpUrl: smtp.url, mailFrom })
  await engine.send({ ...mail, subject: 'Hello\r\nBcc: evil@evil.test\r\n\r\nbody' })
  await expect(engine.send({ ...mail, to: 'asha@saathi.example\r\nRCPT TO:<evil@evil.test>' })).rejects.toThrow('no plain form')
  engine.close()
  await smtp.stop()
  expect(smtp.received.map(({ to }) => to)).toEqual([['asha@saathi.example']])
  expect(smtp.received[0]?.raw).not.toMatch(/^Bcc:/im)
})

test('a calendar file is attached as a separate file', async () => {
  const smtp = await startSmtp()
  const engine = chooseMailEngine({ smtpUrl: smtp.url, mailFrom })
  const calendarFile = 'BEGIN:VCALENDAR\r\nX-WR-CALNAME:साथी\r\nEND:VCALENDAR\r\n'
  await engine.send({ ...mail, calendarFile })
  await engine.send({ ...mail, messageKey: 'another' })
  engine.close()
  await smtp.stop()
  const [withFile = '', without = ''] = smtp.received.map(({ raw }) => raw)
  // Long headers are folded.
  const [, header = '', body = ''] = /(Content-Type: text\/calendar[^]*?)\r\n\r\n([^]*?)\r\n--/.exec(withFile) ?? []
  expect(header.replace(/\s+/g, ' ')).toMatch(/^Content-Type: text\/calendar; charset=utf-8; name=event\.ics /)
  expect(header).toContain('Content-Disposition: attachment; filename=event.ics')
  expect(Buffer.from(body, 'base64').toString()).toBe(calendarFile)
  expect(without).not.toContain('text/calendar')
})

test('a remote mail server without encryption gets nothing', async () => {
  // Another address of this machine that the engine treats as remote.
  const smtp = await startSmtp(() => 'take', 0, '127.0.0.2')
  const engine = chooseMailEngine({ smtpUrl: smtp.url, mailFrom })
  await expect(engine.send(mail)).rejects.toThrow('The mail server')
  const trusted = chooseMailEngine({ smtpUrl: `${smtp.url}?requireTLS=false`, mailFrom })
  await trusted.send(mail)
  engine.close()
  trusted.close()
  await smtp.stop()
  expect(smtp.received).toHaveLength(1)
})

test('[TOD-13] an address refused for good differs from a mail that is refused for now', async () => {
  const smtp = await startSmtp(() => 'refuse')
  smtp.unknown.add('gone@saathi.example')
  const engine = chooseMailEngine({ smtpUrl: smtp.url, mailFrom })
  await expect(engine.send({ ...mail, to: 'gone@saathi.example' })).rejects.toBeInstanceOf(AddressRefused)
  await expect(engine.send(mail)).rejects.not.toBeInstanceOf(AddressRefused)
  engine.close()
  await smtp.stop()
})
