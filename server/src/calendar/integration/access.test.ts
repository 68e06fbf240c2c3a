import { expect, test } from 'vitest'
import { EMAIL, failureOf } from '../../../test/calendar-providers/open-stand-in.ts'
import { openAccess } from './access.ts'

const open = (refreshToken: string | null) =>
  openAccess({ secret: { accessToken: 'a', refreshToken }, email: EMAIL, client: null, keep: async () => {} })

test('[CAL-06] missing provider settings do not count as revoked access', async () => {
  expect(await failureOf(open('b').renew())).toMatchObject({ kind: 'down' })
})

test('[CAL-06] a token that cannot be renewed counts as revoked', async () => {
  expect(await failureOf(open(null).renew())).toMatchObject({ kind: 'revoked' })
})
