import { expect, test } from 'vitest'
import { ApiError } from '#core/api-error.ts'
import { stateOf } from './call-state.ts'
import { isOver } from './cache.ts'
import { openRoom, shutRoom, videoRoom } from './video.fake.ts'

const before = { room: undefined, error: null, phase: { is: 'before' }, remembered: null } as const
const refused = (code: string, status = 403) => new ApiError(status, { code, message: '' })

test.each([
  ['loading', {}],
  ['failed', { error: refused('core.unreachable', 0) }],
  ['invalid', { error: refused('video.not_allowed') }],
  ['invalid', { error: refused('core.bad_input', 400) }],
  ['closed', { error: refused('video.closed') }],
  ['off', { error: refused('video.off') }],
  ['early', { room: shutRoom({ visitStatus: 'early' }) }],
  ['late', { room: shutRoom({ visitStatus: 'late' }) }],
  ['consent', { room: videoRoom() }],
  ['consent', { room: videoRoom({ consent: true }) }],
  ['calling', { room: videoRoom({ consent: true }), remembered: true }],
  ['loading', { room: videoRoom({ consent: true }), remembered: true, phase: { is: 'reading' } }],
  ['ended', { room: videoRoom(), phase: { is: 'over', reason: 'left' } }],
  ['closed', { room: videoRoom(), phase: { is: 'refused', code: 'video.closed' } }],
  ['failed', { room: videoRoom(), phase: { is: 'refused', code: 'core.unavailable' } }],
] as const)('[VID-02] %s', (is, known) => {
  expect(stateOf({ ...before, ...known }).is).toBe(is)
})

test('[VID-02] a reading that fails beside a call does not end it', () => {
  const known = { ...before, room: videoRoom(), error: refused('video.not_allowed'), phase: { is: 'in', consent: true } } as const
  expect(stateOf(known).is).toBe('calling')
})

test.each([
  ['goes on before anybody is in it', undefined, openRoom({ callInProgress: false }), false],
  ['is over when it is gone before it was looked at', undefined, undefined, true],
  ['goes on when somebody comes in', openRoom({ callInProgress: false }), openRoom(), false],
  ['is over when nobody is in it any more', openRoom(), openRoom({ callInProgress: false }), true],
  ['is over when it is not there any more', openRoom({ callInProgress: false }), undefined, true],
])('[CHT-21] a call that rings %s', (_what, known, now, over) => {
  expect(isOver(known, now)).toBe(over)
})
