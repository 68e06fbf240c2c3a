import { describe, expect, test } from 'vitest'
import { isOwnOrigin, ownHosts } from './origin.ts'

describe('a demo server', () => {
  const demo = ownHosts({ mode: 'demo', publicOrigin: 'http://saathi.school.test:7200', host: 'laptop' })

  test.each([
    'localhost',
    'localhost:7200',
    'LOCALHOST:7200',
    'demo.localhost:7200',
    '127.0.0.1:7200',
    '192.168.1.20',
    '[::1]:7200',
    'saathi.school.test:7200',
    'laptop:7200',
  ])('answers to %s', (host) => {
    expect(demo(host)).toBe(true)
  })

  test.each([
    'evil.test',
    'evil.test:7200',
    'localhost.evil.test',
    '127.0.0.1.evil.test',
    'school.test',
    '',
    '/',
    'a b',
    '@localhost',
  ])('does not answer to %j, which may be a stranger’s name for it', (host) => {
    expect(demo(host)).toBe(false)
  })
})

test('in production the proxy decides which hosts are ours', () => {
  expect(ownHosts({ mode: 'production', publicOrigin: 'https://saathi.example', host: '0.0.0.0' })('anything')).toBe(true)
})

test('a page is ours if its origin is the public one, or without one the origin of the request’s host', () => {
  expect(isOwnOrigin(undefined, 'a', undefined)).toBe(true)
  expect(isOwnOrigin('https://a', 'b', 'https://a')).toBe(true)
  expect(isOwnOrigin('https://b', 'b', 'https://a')).toBe(false)
  expect(isOwnOrigin('http://b', 'b', undefined)).toBe(true)
  expect(isOwnOrigin('null', 'b', undefined)).toBe(false)
})
