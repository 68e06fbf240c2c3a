import * as z from 'zod/mini'
import { seal, unseal } from '#accounts/public.ts'

/** What opens somebody's calendar. It never leaves the server, but to the provider it came from. */
const Secret = z.union([
  z.strictObject({ accessToken: z.string(), refreshToken: z.nullable(z.string()) }),
  z.strictObject({ password: z.string() }),
])
export type Secret = z.infer<typeof Secret>

/** All that is needed to take out what we brought for somebody who is gone. */
const Parting = z.strictObject({
  email: z.string(),
  secret: Secret,
  calendarUrl: z.nullable(z.string()),
  /** Under which events stand there. */
  names: z.array(z.string()),
})
export type Parting = z.infer<typeof Parting>

export type Sealer = {
  sealSecret: (personId: number, secret: Secret) => Buffer
  openSecret: (personId: number, sealed: Uint8Array) => Secret
  sealParting: (partingId: string, parting: Parting) => Buffer
  openParting: (partingId: string, sealed: Uint8Array) => Parting
  sealVerifier: (nonceHash: Buffer, verifier: string) => Buffer
  openVerifier: (nonceHash: Buffer, sealed: Uint8Array) => string
}

/** Each is bound to its row: copied to another person's it opens nothing. */
export function secretSealer(key: Uint8Array): Sealer {
  const owner = (personId: number) => `calendar ${personId}`
  const parted = (partingId: string) => `calendar parting ${partingId}`
  const journey = (nonceHash: Buffer) => `calendar connection ${nonceHash.toString('hex')}`
  const sealJson = (about: string, value: object) => seal(key, about, Buffer.from(JSON.stringify(value)))
  const openJson = (about: string, sealed: Uint8Array): unknown => JSON.parse(unseal(key, about, sealed).toString('utf8'))
  return {
    sealSecret: (personId, secret) => sealJson(owner(personId), secret),
    openSecret: (personId, sealed) => Secret.parse(openJson(owner(personId), sealed)),
    sealParting: (partingId, parting) => sealJson(parted(partingId), parting),
    openParting: (partingId, sealed) => Parting.parse(openJson(parted(partingId), sealed)),
    sealVerifier: (nonceHash, verifier) => seal(key, journey(nonceHash), Buffer.from(verifier)),
    openVerifier: (nonceHash, sealed) => unseal(key, journey(nonceHash), sealed).toString('utf8'),
  }
}
