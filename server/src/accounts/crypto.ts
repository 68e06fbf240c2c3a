import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, createHmac } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16
/** The first byte is the format version, so that a later format can coexist. */
const VERSION = 1

/** Encrypts data that must be readable again but useless in a stolen copy of the database. */
export function seal(secret: Uint8Array, about: string, plain: Uint8Array): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(ALGORITHM, keyOf(secret), iv).setAAD(Buffer.from(about))
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([Buffer.from([VERSION]), iv, cipher.getAuthTag(), sealed])
}

/** Throws if the data was changed, sealed with another secret, or copied from another row: `about` names the owner. */
export function unseal(secret: Uint8Array, about: string, sealed: Uint8Array): Buffer {
  const bytes = Buffer.from(sealed)
  const iv = bytes.subarray(1, 1 + IV_BYTES)
  const tag = bytes.subarray(1 + IV_BYTES, 1 + IV_BYTES + TAG_BYTES)
  if (bytes[0] !== VERSION || tag.length !== TAG_BYTES) throw new Error(CANNOT_OPEN)
  const decipher = createDecipheriv(ALGORITHM, keyOf(secret), iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(about))
  decipher.setAuthTag(tag)
  try {
    return Buffer.concat([decipher.update(bytes.subarray(1 + IV_BYTES + TAG_BYTES)), decipher.final()])
  } catch (error) {
    throw new Error(CANNOT_OPEN, { cause: error })
  }
}
const CANNOT_OPEN = 'The sealed data was changed or cannot be opened with this secret.'

/** Derived rather than the secret itself, which also signs tokens. */
const keyOf = (secret: Uint8Array) => Buffer.from(hkdfSync('sha256', secret, '', 'saathi sealed 1', 32))

/**
 * For values that could be guessed, such as six-digit codes or known addresses: without the server's secret a table of
 * these hashes cannot be searched. Each purpose has its own key, so a hash of one never matches another.
 */
export function keyedHash(secret: Uint8Array, purpose: string, ...parts: readonly string[]): Buffer {
  const key = createHmac('sha256', secret).update(`saathi key for ${purpose}`).digest()
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest()
}
