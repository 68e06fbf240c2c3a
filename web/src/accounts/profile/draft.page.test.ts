import { BIO_MAX_LENGTH } from '@saathi/contract/accounts/calls'
import { expect, test } from 'vitest'
import { makeProfile } from '../../../test/harness.tsx'
import { afterSaving, faultsOf, formOf, isChanged, fieldsOf } from './draft.ts'

const profile = makeProfile({ bio: 'I like kites.', phoneNumber: '919800000001', picture: '/files/1' })
const picture = new File(['x'], 'picture.jpg', { type: 'image/jpeg' })

test('a field changed back to its saved value is no change', () => {
  expect(isChanged(profile, { firstName: 'Ash' })).toBe(true)
  expect(isChanged(profile, { firstName: 'Asha' })).toBe(false)
})

test('removing a picture that is not there is no change', () => {
  expect(isChanged(profile, { picture: null })).toBe(true)
  expect(isChanged({ ...profile, picture: null }, { picture: null })).toBe(false)
})

test('fields that were not edited follow the profile, even if it changes', () => {
  const draft = { bio: 'Mine' }
  expect(fieldsOf({ ...profile, firstName: 'Usha' }, draft)).toMatchObject({ firstName: 'Usha', bio: 'Mine' })
})

test('[ACC-33] emptied names are sent as the empty string', () => {
  expect(formOf(profile, { firstName: '', lastName: '  ' }).fields).toMatchObject({ firstName: '', lastName: '' })
})

test('[ACC-33] an unchanged picture is left out', () => {
  expect(formOf(profile, { bio: 'New' })).toEqual({
    fields: { firstName: 'Asha', lastName: 'Rao', bio: 'New', phoneNumber: '919800000001' },
    files: {},
  })
})

test("[ACC-33] removing the picture sends the text 'null'", () => {
  expect(formOf(profile, { picture: null })).toMatchObject({ fields: { picture: 'null' }, files: {} })
})

test('[ACC-33] a new picture is sent only as a file', () => {
  const { fields, files } = formOf(profile, { picture })
  expect(files.picture).toBe(picture)
  expect(fields).not.toHaveProperty('picture')
})

test.each([
  ['the existing one', {}, { phoneNumber: '919800000001' }],
  ['a new one', { phoneNumber: '6598000001' }, { phoneNumber: '6598000001' }],
])('[ACC-33] the phone number is sent: %s', (_name, draft, fields) => {
  expect(formOf(profile, draft).fields).toMatchObject(fields)
})

test('no phone number is sent if there is none', () => {
  expect(formOf({ ...profile, phoneNumber: '' }, { bio: 'New' }).fields).not.toHaveProperty('phoneNumber')
})

test.each([
  ['a bio that is too long', { bio: 'a'.repeat(BIO_MAX_LENGTH + 1) }, { bio: 'tooLong' }],
  ['a removed phone number', { phoneNumber: '' }, { phoneNumber: 'phoneMissing' }],
  ['a phone number that is too short', { phoneNumber: '9198' }, { phoneNumber: 'phoneWrong' }],
  ['nothing wrong', { bio: 'a'.repeat(BIO_MAX_LENGTH), phoneNumber: '919800000002' }, {}],
])('%s is detected before sending', (_name, draft, faults) => {
  expect(faultsOf(profile, draft)).toEqual(faults)
})

test('an old invalid phone number does not prevent other changes', () => {
  expect(faultsOf({ ...profile, phoneNumber: '12' }, { bio: 'New' })).toEqual({})
})

test('edits made while saving are kept', () => {
  expect(afterSaving({ bio: 'Newer', firstName: 'Usha', picture }, { bio: 'New', firstName: 'Usha', picture })).toEqual({
    bio: 'Newer',
  })
})
