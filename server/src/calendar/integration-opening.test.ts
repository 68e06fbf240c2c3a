import { expect, test } from 'vitest'
import { EMAIL, failureOf } from '../../test/calendar-providers/opened.ts'
import { openAccess } from './integration-opening.ts'

const open = (refreshToken: string | null) =>
  openAccess({ secret: { accessToken: 'a', refreshToken }, email: EMAIL, client: null, keep: async () => {} })

test('[CAL-06] a server without the settings of a provider calls nobody’s access ended', async () => {
  expect(await failureOf(open('b').renew())).toMatchObject({ kind: 'down' })
})

test('[CAL-06] what cannot be renewed has ended', async () => {
  expect(await failureOf(open(null).renew())).toMatchObject({ kind: 'revoked' })
})
