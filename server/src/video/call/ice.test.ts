import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { iceServersOf } from './show-room.ts'

const now = new Date('2026-11-14T14:00:00Z')
const turn = { urls: ['turn:turn.example:3478', 'turns:turn.example:5349'], secret: 'the secret that coturn has, too' }

test('without settings there are no ICE servers', () => {
  expect(iceServersOf({ stunUrls: [], turn: undefined }, now)).toEqual([])
})

test("TURN credentials expire after six hours and match coturn's format", () => {
  const [stun, relay] = iceServersOf({ stunUrls: ['stun:turn.example:3478'], turn }, now)
  expect(stun).toEqual({ urls: ['stun:turn.example:3478'] })
  expect(relay?.urls).toEqual(turn.urls)
  const username = relay?.username ?? ''
  expect(Number(username.split(':')[0])).toBe(now.getTime() / 1000 + 6 * 3600)
  expect(relay?.credential).toBe(createHmac('sha1', turn.secret).update(username).digest('base64'))
  expect(iceServersOf({ stunUrls: [], turn }, now)[0]?.username).not.toBe(username)
})
