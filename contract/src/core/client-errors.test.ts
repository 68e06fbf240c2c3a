import { describe, expect, test } from 'vitest'
import { cleanMessage, cleanReport, cleanRoute } from './client-errors.ts'

describe('a message', () => {
  test.each([
    ["Cannot read properties of undefined (reading 'name')", "Cannot read properties of undefined (reading 'name')"],
    ['surveys.answers_rejected', 'surveys.answers_rejected'],
    ['No user asha.rao+1@saathi.example here', 'No user <email> here'],
    ['Person 4711 has no channel 12', 'Person # has no channel #'],
    ['Failed to fetch https://saathi.example/mentorship/3?token=abc', 'Failed to fetch <address>'],
    ['Bad token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0NzExIn0.abcdef', 'Bad token <token>.<token>.abcdef'],
    ['No row 6f1c2a9e-4b1d-4f0c-9a55-0c8f3ad1f7aa', 'No row <token>'],
    [`Unexpected token 'H', "Hello, I am Asha" is not valid JSON`, `Unexpected token 'H', <text> is not valid JSON`],
    ['मेरा नाम आशा है', '… … … …'],
  ])('%s', (message, clean) => {
    expect(cleanMessage(message)).toBe(clean)
  })

  test('is truncated if it is long', () => {
    expect(cleanMessage('a b '.repeat(500)).length).toBeLessThanOrEqual(201)
  })
})

test.each([
  ['/mentorship/$sessionId/step/$stepId', '/mentorship/$sessionId/step/$stepId'],
  ['/mentorship/42/summary', '/mentorship/$/summary'],
  ['/signin?email=asha@saathi.example', '/$'],
  ['', '/'],
])('the route %s is sent as %s', (route, clean) => {
  expect(cleanRoute(route)).toBe(clean)
})

test('an invalid name or version is replaced', () => {
  const report = { kind: 'crash' as const, route: '/', name: 'Asha Rao', message: '', version: 'asha@saathi.example' }
  expect(cleanReport(report)).toMatchObject({ name: 'Error', version: '' })
})
