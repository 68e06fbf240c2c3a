import { randomInt } from 'node:crypto'
import { hashCode, ownCode } from '#accounts/public.ts'
import { testEnv, type TestServer } from './harness.ts'

type CodeChanges = {
  purpose?: 'sign_up' | 'reset' | 'change_email'
  code?: string
  isVerified?: boolean
  /** A code for a new address works only for the person who requested it. */
  personId?: number
}

/** A code as if it had just been requested and mailed. */
export async function buildCode(server: TestServer, address: string, changes: CodeChanges = {}): Promise<string> {
  const { purpose = 'sign_up', isVerified = false, personId } = changes
  const code = changes.code ?? String(randomInt(100_000, 1_000_000))
  const now = server.clock.now()
  const minutes = isVerified ? 30 : 10
  const row = {
    code_hash: hashCode(testEnv.secret, { address, purpose }, personId === undefined ? code : ownCode(code, personId)),
    issued_at: now,
    expires_at: new Date(now.getTime() + minutes * 60_000),
    wrong_tries: 0,
    verified_at: isVerified ? now : null,
    used_at: null,
  }
  await server.db
    .insertInto('one_time_code')
    .values({ address, purpose, ...row })
    .onConflict((conflict) => conflict.columns(['address', 'purpose']).doUpdateSet(row))
    .execute()
  return code
}

/** The code in the newest mail to this address. */
export async function mailedCode(server: TestServer, address: string): Promise<string> {
  const mail = await server.db
    .selectFrom('mail')
    .select('text')
    .where('to_address', '=', address)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const code = /\b(?:\d{6}|(?=[A-Z]*\d)[A-Z2-9]{6})\b/.exec(mail?.text ?? '')?.[0]
  if (!code) throw new Error(`No code was mailed to ${address}`)
  return code
}
