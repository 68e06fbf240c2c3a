import { expect, test } from 'vitest'
import { fitsDomains, offeredProjects } from './offered-projects.ts'

const open = { key: 'open', emailDomains: [] }
const closed = { key: 'closed', emailDomains: [], isDisabled: true }
const corp = { key: 'corp', emailDomains: ['corp.test', 'corp.example'] }
const college = { key: 'college', emailDomains: ['college.test'] }
const all = [open, closed, corp, college]
const keysFor = (email: string) => offeredProjects(all, email).map(({ key }) => key)

test('[ACC-16] an address whose domain has its own programmes is offered only those', () => {
  expect(keysFor('a@corp.test')).toEqual(['corp'])
  expect(keysFor('a@CORP.example')).toEqual(['corp'])
  expect(keysFor('a@college.test')).toEqual(['college'])
})

test('[ACC-16] any other address is offered the programmes without a domain, including closed ones', () => {
  expect(keysFor('a@elsewhere.test')).toEqual(['open', 'closed'])
})

test.each(['a@corp.test.evil.test', 'a@evil-corp.test', 'a@sub.corp.test', 'corp.test@evil.test', '"a@corp.test"@evil.test'])(
  '%s is not at corp.test',
  (email) => {
    expect(fitsDomains(email, ['corp.test'])).toBe(false)
    expect(keysFor(email)).toEqual(['open', 'closed'])
  },
)
