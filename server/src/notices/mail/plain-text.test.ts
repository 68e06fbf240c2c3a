import { expect, test } from 'vitest'
import { plainAddress, readSender } from './plain-text.ts'

test.each(['asha@saathi.example', "o'brien+list@mail.saathi.example", 'a.b_c-d@x.co'])('%s is plain', (text) => {
  expect(plainAddress(text)).toBe(text)
})

test.each([
  'Asha@saathi.example',
  ' asha@saathi.example',
  'asha@saathi.example ',
  'asha@saathi',
  'asha',
  '@saathi.example',
  'a..b@saathi.example',
  'asha@saathi.example\n',
  'asha@saathi.example\r\nBcc: x@evil.test',
  'asha@saathi.example,x@evil.test',
  'asha@saathi.example;x@evil.test',
  '<asha@saathi.example>',
  '"asha"@saathi.example',
  'asha@[127.0.0.1]',
  'asha(comment)@saathi.example',
  'asha@evil.test@saathi.example',
  'आशा@saathi.example',
  'asha@sааthi.example',
  `${'a'.repeat(250)}@saathi.example`,
])('%j is not plain', (text) => {
  expect(plainAddress(text)).toBeNull()
})

test('a sender may have a name, which is parsed separately', () => {
  expect(readSender('Saathi <no-reply@saathi.example>')).toEqual({ name: 'Saathi', address: 'no-reply@saathi.example' })
  expect(readSender('no-reply@saathi.example')).toEqual({ name: '', address: 'no-reply@saathi.example' })
  for (const bad of ['Saathi', 'Saathi <nobody>', 'Saathi <a@x.test>, <b@x.test>', 'Saathi\r\nBcc: x <a@x.test>', '']) {
    expect(readSender(bad)).toBeNull()
  }
})
