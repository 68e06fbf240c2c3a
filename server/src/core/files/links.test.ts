import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { fileLinkMaker, type LinkClaims } from './links.ts'

const secret = new TextEncoder().encode('one secret of at least thirty-two characters')
const links = fileLinkMaker(secret)
const claims: LinkClaims = {
  fileId: randomUUID(),
  variant: 'thumbnail',
  personId: 4_294_967_299,
  sessionId: randomUUID(),
  expiresAt: new Date('2026-04-01T10:00:00Z'),
}

describe('a signed link', () => {
  test('returns the claims it was made with', () => {
    expect(links.read(links.sign(claims))).toEqual(claims)
    expect(links.read(links.sign({ ...claims, variant: 'original' }))).toEqual({ ...claims, variant: 'original' })
  })

  test('is invalid if any character is changed, removed or added', () => {
    const token = links.sign(claims)
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/ %'
    for (let at = 0; at < token.length; at += 1) {
      const others = at === token.length - 1 ? alphabet.split('') : 'AQgw_-='.split('')
      for (const other of others.filter((letter) => letter !== token[at])) {
        expect(links.read(token.slice(0, at) + other + token.slice(at + 1)), `${at} ${other}`).toBeNull()
      }
      expect(links.read(token.slice(0, at) + token.slice(at + 1))).toBeNull()
    }
    for (const other of ['', token + 'A', `${token}=`, ` ${token}`, token + token]) expect(links.read(other)).toBeNull()
  })

  test('of another server is invalid here', () => {
    expect(
      links.read(fileLinkMaker(new TextEncoder().encode('another secret, also long enough to be one')).sign(claims)),
    ).toBeNull()
  })
})
