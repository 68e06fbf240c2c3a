import { Secret } from 'otpauth'
import { seal } from '#accounts/crypto.ts'
import { keyOwner } from '#accounts/second-factor/second-factor.ts'
import { authenticatorCode } from '../authenticator.ts'
import { testEnv, type TestServer } from '../harness.ts'

/** As if the person had just entered a code, for all their sign-ins. */
export async function markSecondFactor(server: TestServer, personId: number): Promise<void> {
  await server.tokenFor(personId)
  await server.db.updateTable('sign_in').set({ second_factor_at: server.clock.now() }).where('person_id', '=', personId).execute()
}

/** An authenticator app for the person. `code` is valid at the server's time, or `stepsAhead` half minutes later. */
export async function buildAuthenticator(server: TestServer, personId: number, { isConfirmed = true } = {}) {
  const key = new Secret()
  await server.db
    .updateTable('person')
    .set({
      totp_key: seal(testEnv.secret, keyOwner(personId), key.bytes),
      totp_confirmed_at: isConfirmed ? server.clock.now() : null,
    })
    .where('id', '=', personId)
    .execute()
  return { code: (stepsAhead = 0) => authenticatorCode(key.base32, server.clock.now(), stepsAhead) }
}
