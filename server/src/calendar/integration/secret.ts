import * as z from 'zod/mini'
import { seal, unseal } from '#accounts/public.ts'

/** The credentials of a calendar. They are sent only to their provider. */
const Secret = z.union([
  z.strictObject({ accessToken: z.string(), refreshToken: z.nullable(z.string()) }),
  z.strictObject({ password: z.string() }),
])
export type Secret = z.infer<typeof Secret>

/** Everything needed to remove synced events after the account is deleted. */
const Removal = z.strictObject({
  email: z.string(),
  secret: Secret,
  calendarUrl: z.nullable(z.string()),
  /** The provider ids of the events. */
  names: z.array(z.string()),
})
export type Removal = z.infer<typeof Removal>

export type Sealer = {
  sealSecret: (personId: number, secret: Secret) => Buffer
  openSecret: (personId: number, sealed: Uint8Array) => Secret
  sealRemoval: (partingId: string, parting: Removal) => Buffer
  openRemoval: (partingId: string, sealed: Uint8Array) => Removal
  sealVerifier: (nonceHash: Buffer, verifier: string) => Buffer
  openVerifier: (nonceHash: Buffer, sealed: Uint8Array) => string
}

/** Each value is bound to its row: a copy in another row cannot be decrypted. */
export function secretSealer(key: Uint8Array): Sealer {
  const owner = (personId: number) => `calendar ${personId}`
  const parted = (partingId: string) => `calendar parting ${partingId}`
  const attempt = (nonceHash: Buffer) => `calendar connection ${nonceHash.toString('hex')}`
  const sealJson = (about: string, value: object) => seal(key, about, Buffer.from(JSON.stringify(value)))
  const openJson = (about: string, sealed: Uint8Array): unknown => JSON.parse(unseal(key, about, sealed).toString('utf8'))
  return {
    sealSecret: (personId, secret) => sealJson(owner(personId), secret),
    openSecret: (personId, sealed) => Secret.parse(openJson(owner(personId), sealed)),
    sealRemoval: (partingId, parting) => sealJson(parted(partingId), parting),
    openRemoval: (partingId, sealed) => Removal.parse(openJson(parted(partingId), sealed)),
    sealVerifier: (nonceHash, verifier) => seal(key, attempt(nonceHash), Buffer.from(verifier)),
    openVerifier: (nonceHash, sealed) => unseal(key, attempt(nonceHash), sealed).toString('utf8'),
  }
}
